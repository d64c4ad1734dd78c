/**
 * What the well-known name indexes of performance objects and counters mean, in English. Indexes below 1847 are the same in
 * every language of Windows, so they turn the words of a localised log into English ones. One index and name a line, as an
 * English Windows lists them.
 */
export const wellKnownNames: ReadonlyMap<number, string> = new Map(
  `
2 System
4 Memory
6 % Processor Time
10 File Read Operations/sec
12 File Write Operations/sec
14 File Control Operations/sec
16 File Read Bytes/sec
18 File Write Bytes/sec
20 File Control Bytes/sec
24 Available Bytes
26 Committed Bytes
28 Page Faults/sec
30 Commit Limit
32 Write Copies/sec
34 Transition Faults/sec
36 Cache Faults/sec
38 Demand Zero Faults/sec
40 Pages/sec
42 Page Reads/sec
44 Processor Queue Length
46 Thread State
48 Pages Output/sec
50 Page Writes/sec
52 Browser
54 Announcements Server/sec
56 Pool Paged Bytes
58 Pool Nonpaged Bytes
60 Pool Paged Allocs
64 Pool Nonpaged Allocs
66 Pool Paged Resident Bytes
68 System Code Total Bytes
70 System Code Resident Bytes
72 System Driver Total Bytes
74 System Driver Resident Bytes
76 System Cache Resident Bytes
78 Announcements Domain/sec
80 Election Packets/sec
82 Mailslot Writes/sec
84 Server List Requests/sec
86 Cache
88 Data Maps/sec
90 Sync Data Maps/sec
92 Async Data Maps/sec
94 Data Map Hits %
96 Data Map Pins/sec
98 Pin Reads/sec
100 Sync Pin Reads/sec
102 Async Pin Reads/sec
104 Pin Read Hits %
106 Copy Reads/sec
108 Sync Copy Reads/sec
110 Async Copy Reads/sec
112 Copy Read Hits %
114 MDL Reads/sec
116 Sync MDL Reads/sec
118 Async MDL Reads/sec
120 MDL Read Hits %
122 Read Aheads/sec
124 Fast Reads/sec
126 Sync Fast Reads/sec
128 Async Fast Reads/sec
130 Fast Read Resource Misses/sec
132 Fast Read Not Possibles/sec
134 Lazy Write Flushes/sec
136 Lazy Write Pages/sec
138 Data Flushes/sec
140 Data Flush Pages/sec
142 % User Time
144 % Privileged Time
146 Context Switches/sec
148 Interrupts/sec
150 System Calls/sec
152 Level 1 TLB Fills/sec
154 Level 2 TLB Fills/sec
156 Enumerations Server/sec
158 Enumerations Domain/sec
160 Enumerations Other/sec
162 Missed Server Announcements
164 Missed Mailslot Datagrams
166 Missed Server List Requests
168 Server Announce Allocations Failed/sec
170 Mailslot Allocations Failed
172 Virtual Bytes Peak
174 Virtual Bytes
178 Working Set Peak
180 Working Set
182 Page File Bytes Peak
184 Page File Bytes
186 Private Bytes
188 Announcements Total/sec
190 Enumerations Total/sec
198 Current Disk Queue Length
200 % Disk Time
202 % Disk Read Time
204 % Disk Write Time
206 Avg. Disk sec/Transfer
208 Avg. Disk sec/Read
210 Avg. Disk sec/Write
212 Disk Transfers/sec
214 Disk Reads/sec
216 Disk Writes/sec
218 Disk Bytes/sec
220 Disk Read Bytes/sec
222 Disk Write Bytes/sec
224 Avg. Disk Bytes/Transfer
226 Avg. Disk Bytes/Read
228 Avg. Disk Bytes/Write
230 Process
232 Thread
234 PhysicalDisk
236 LogicalDisk
238 Processor
240 % Total Processor Time
242 % Total User Time
244 % Total Privileged Time
246 Total Interrupts/sec
248 Processes
250 Threads
252 Events
254 Semaphores
256 Mutexes
258 Sections
260 Objects
262 Redirector
264 Bytes Received/sec
266 Packets Received/sec
268 Read Bytes Paging/sec
270 Read Bytes Non-Paging/sec
272 Read Bytes Cache/sec
274 Read Bytes Network/sec
276 Bytes Transmitted/sec
278 Packets Transmitted/sec
280 Write Bytes Paging/sec
282 Write Bytes Non-Paging/sec
284 Write Bytes Cache/sec
286 Write Bytes Network/sec
288 Read Operations/sec
290 Read Operations Random/sec
292 Read Packets/sec
294 Reads Large/sec
296 Read Packets Small/sec
298 Write Operations/sec
300 Write Operations Random/sec
302 Write Packets/sec
304 Writes Large/sec
306 Write Packets Small/sec
308 Reads Denied/sec
310 Writes Denied/sec
312 Network Errors/sec
314 Server Sessions
316 Server Reconnects
318 Connects Core
320 Connects Lan Manager 2.0
322 Connects Lan Manager 2.1
324 Connects Windows NT
326 Server Disconnects
328 Server Sessions Hung
330 Server
336 Thread Wait Reason
340 Sessions Timed Out
342 Sessions Errored Out
344 Sessions Logged Off
346 Sessions Forced Off
348 Errors Logon
350 Errors Access Permissions
352 Errors Granted Access
354 Errors System
356 Blocking Requests Rejected
358 Work Item Shortages
360 Files Opened Total
362 Files Open
366 File Directory Searches
370 Pool Nonpaged Failures
372 Pool Nonpaged Peak
376 Pool Paged Failures
378 Pool Paged Peak
388 Bytes Total/sec
392 Current Commands
398 NWLink NetBIOS
400 Packets/sec
404 Context Blocks Queued/sec
406 File Data Operations/sec
408 % Free Space
410 Free Megabytes
412 Connections Open
414 Connections No Retries
416 Connections With Retries
418 Disconnects Local
420 Disconnects Remote
422 Failures Link
424 Failures Adapter
426 Connection Session Timeouts
428 Connections Canceled
430 Failures Resource Remote
432 Failures Resource Local
434 Failures Not Found
436 Failures No Listen
438 Datagrams/sec
440 Datagram Bytes/sec
442 Datagrams Sent/sec
444 Datagram Bytes Sent/sec
446 Datagrams Received/sec
448 Datagram Bytes Received/sec
452 Packets Sent/sec
456 Frames/sec
458 Frame Bytes/sec
460 Frames Sent/sec
462 Frame Bytes Sent/sec
464 Frames Received/sec
466 Frame Bytes Received/sec
468 Frames Re-Sent/sec
470 Frame Bytes Re-Sent/sec
472 Frames Rejected/sec
474 Frame Bytes Rejected/sec
476 Expirations Response
478 Expirations Ack
480 Window Send Maximum
482 Window Send Average
484 Piggyback Ack Queued/sec
486 Piggyback Ack Timeouts
488 NWLink IPX
490 NWLink SPX
492 NetBEUI
494 NetBEUI Resource
496 Used Maximum
498 Used Average
500 Times Exhausted
502 NBT Connection
506 Bytes Sent/sec
508 Total Bytes/sec
510 Network Interface
512 Bytes/sec
520 Current Bandwidth
524 Packets Received Unicast/sec
526 Packets Received Non-Unicast/sec
528 Packets Received Discarded
530 Packets Received Errors
532 Packets Received Unknown
536 Packets Sent Unicast/sec
538 Packets Sent Non-Unicast/sec
540 Packets Outbound Discarded
542 Packets Outbound Errors
544 Output Queue Length
546 IPv4
548 IPv6
552 Datagrams Received Header Errors
554 Datagrams Received Address Errors
556 Datagrams Forwarded/sec
558 Datagrams Received Unknown Protocol
560 Datagrams Received Discarded
562 Datagrams Received Delivered/sec
566 Datagrams Outbound Discarded
568 Datagrams Outbound No Route
570 Fragments Received/sec
572 Fragments Re-assembled/sec
574 Fragment Re-assembly Failures
576 Fragmented Datagrams/sec
578 Fragmentation Failures
580 Fragments Created/sec
582 ICMP
584 Messages/sec
586 Messages Received/sec
588 Messages Received Errors
590 Received Dest. Unreachable
592 Received Time Exceeded
594 Received Parameter Problem
596 Received Source Quench
598 Received Redirect/sec
600 Received Echo/sec
602 Received Echo Reply/sec
604 Received Timestamp/sec
606 Received Timestamp Reply/sec
608 Received Address Mask
610 Received Address Mask Reply
612 Messages Sent/sec
614 Messages Outbound Errors
616 Sent Destination Unreachable
618 Sent Time Exceeded
620 Sent Parameter Problem
622 Sent Source Quench
624 Sent Redirect/sec
626 Sent Echo/sec
628 Sent Echo Reply/sec
630 Sent Timestamp/sec
632 Sent Timestamp Reply/sec
634 Sent Address Mask
636 Sent Address Mask Reply
638 TCPv4
640 Segments/sec
642 Connections Established
644 Connections Active
646 Connections Passive
648 Connection Failures
650 Connections Reset
652 Segments Received/sec
654 Segments Sent/sec
656 Segments Retransmitted/sec
658 UDPv4
660 % Total DPC Time
662 % Total Interrupt Time
664 Datagrams No Port/sec
666 Datagrams Received Errors
670 Disk Storage Unit
672 Allocation Failures
674 System Up Time
676 System Handle Count
678 Free System Page Table Entries
680 Thread Count
682 Priority Base
684 Elapsed Time
686 Alignment Fixups/sec
688 Exception Dispatches/sec
690 Floating Emulations/sec
692 Logon/sec
694 Priority Current
696 % DPC Time
698 % Interrupt Time
700 Paging File
702 % Usage
704 % Usage Peak
706 Start Address
708 User PC
710 Mapped Space No Access
712 Mapped Space Read Only
714 Mapped Space Read/Write
716 Mapped Space Write Copy
718 Mapped Space Executable
720 Mapped Space Exec Read Only
722 Mapped Space Exec Read/Write
724 Mapped Space Exec Write Copy
726 Reserved Space No Access
728 Reserved Space Read Only
730 Reserved Space Read/Write
732 Reserved Space Write Copy
734 Reserved Space Executable
736 Reserved Space Exec Read Only
738 Reserved Space Exec Read/Write
740 Image
742 Reserved Space Exec Write Copy
744 Unassigned Space No Access
746 Unassigned Space Read Only
748 Unassigned Space Read/Write
750 Unassigned Space Write Copy
752 Unassigned Space Executable
754 Unassigned Space Exec Read Only
756 Unassigned Space Exec Read/Write
758 Unassigned Space Exec Write Copy
760 Image Space No Access
762 Image Space Read Only
764 Image Space Read/Write
766 Image Space Write Copy
768 Image Space Executable
770 Image Space Exec Read Only
772 Image Space Exec Read/Write
774 Image Space Exec Write Copy
776 Bytes Image Reserved
778 Bytes Image Free
780 Bytes Reserved
782 Bytes Free
784 ID Process
786 Process Address Space
788 No Access
790 Read Only
792 Read/Write
794 Write Copy
796 Executable
798 Exec Read Only
800 Exec Read/Write
802 Exec Write Copy
804 ID Thread
806 Mailslot Receives Failed
808 Mailslot Writes Failed
810 Mailslot Opens Failed/sec
812 Duplicate Master Announcements
814 Illegal Datagrams/sec
816 Thread Details
818 Cache Bytes
820 Cache Bytes Peak
822 Pages Input/sec
824 Transition Pages RePurposed/sec
872 Bytes Transmitted
874 Bytes Received
876 Frames Transmitted
878 Frames Received.
880 Percent Compression Out
882 Percent Compression In
884 CRC Errors
886 Timeout Errors
888 Serial Overrun Errors
890 Alignment Errors
892 Buffer Overrun Errors
894 Total Errors
896 Bytes Transmitted/Sec
898 Bytes Received/Sec
900 Frames Transmitted/Sec
902 Frames Received/Sec
904 Total Errors/Sec
908 Total Connections
920 WINS Server
922 Unique Registrations/sec
924 Group Registrations/sec
926 Total Number of Registrations/sec
928 Unique Renewals/sec
930 Group Renewals/sec
932 Total Number of Renewals/sec
934 Releases/sec
936 Queries/sec
938 Unique Conflicts/sec
940 Group Conflicts/sec
942 Total Number of Conflicts/sec
944 Successful Releases/sec
946 Failed Releases/sec
948 Successful Queries/sec
950 Failed Queries/sec
952 Handle Count
1000 MacFile Server
1002 Max Paged Memory
1004 Current Paged Memory
1006 Max NonPaged Memory
1008 Current NonPaged memory
1010 Current Sessions
1012 Maximum Sessions
1014 Current Files Open
1016 Maximum Files Open
1018 Failed Logons
1020 Data Read/sec
1022 Data Written/sec
1024 Data Received/sec
1026 Data Transmitted/sec
1028 Current Queue Length
1030 Maximum Queue Length
1032 Current Threads
1034 Maximum Threads
1050 AppleTalk
1052 Packets In/sec
1054 Packets Out/sec
1056 Bytes In/sec
1058 Bytes Out/sec
1060 Average Time/DDP Packet
1062 DDP Packets/sec
1064 Average Time/AARP Packet
1066 AARP Packets/sec
1068 Average Time/ATP Packet
1070 ATP Packets/sec
1072 Average Time/NBP Packet
1074 NBP Packets/sec
1076 Average Time/ZIP Packet
1078 ZIP Packets/sec
1080 Average Time/RTMP Packet
1082 RTMP Packets/sec
1084 ATP Retries Local
1086 ATP Response Timouts
1088 ATP XO Response/Sec
1090 ATP ALO Response/Sec
1092 ATP Recvd Release/Sec
1094 Current NonPaged Pool
1096 Packets Routed In/Sec
1098 Packets dropped
1100 ATP Retries Remote
1102 Packets Routed Out/Sec
1110 Network Segment
1112 Total frames received/second
1114 Total bytes received/second
1116 Broadcast frames received/second
1118 Multicast frames received/second
1120 % Network utilization
1124 % Broadcast Frames
1126 % Multicast Frames
1150 Telephony
1152 Lines
1154 Telephone Devices
1156 Active Lines
1158 Active Telephones
1160 Outgoing Calls/sec
1162 Incoming Calls/sec
1164 Client Apps
1166 Current Outgoing Calls
1168 Current Incoming Calls
1232 Packet Burst Read NCP Count/sec
1234 Packet Burst Read Timeouts/sec
1236 Packet Burst Write NCP Count/sec
1238 Packet Burst Write Timeouts/sec
1240 Packet Burst IO/sec
1260 Logon Total
1300 Server Work Queues
1302 Queue Length
1304 Active Threads
1306 Available Threads
1308 Available Work Items
1310 Borrowed Work Items
1312 Work Item Shortages
1314 Current Clients
1320 Bytes Transferred/sec
1324 Read Bytes/sec
1328 Write Bytes/sec
1332 Total Operations/sec
1334 DPCs Queued/sec
1336 DPC Rate
1342 Total DPCs Queued/sec
1344 Total DPC Rate
1350 % Registry Quota In Use
1360 VL Memory
1362 VLM % Virtual Size In Use
1364 VLM Virtual Size
1366 VLM Virtual Size Peak
1368 VLM Virtual Size Available
1370 VLM Commit Charge
1372 VLM Commit Charge Peak
1374 System VLM Commit Charge
1376 System VLM Commit Charge Peak
1378 System VLM Shared Commit Charge
1380 Available KBytes
1382 Available MBytes
1400 Avg. Disk Queue Length
1402 Avg. Disk Read Queue Length
1404 Avg. Disk Write Queue Length
1406 % Committed Bytes In Use
1408 Full Image
1410 Creating Process ID
1412 IO Read Operations/sec
1414 IO Write Operations/sec
1416 IO Data Operations/sec
1418 IO Other Operations/sec
1420 IO Read Bytes/sec
1422 IO Write Bytes/sec
1424 IO Data Bytes/sec
1426 IO Other Bytes/sec
1450 Print Queue
1452 Total Jobs Printed
1454 Bytes Printed/sec
1456 Total Pages Printed
1458 Jobs
1460 References
1462 Max References
1464 Jobs Spooling
1466 Max Jobs Spooling
1468 Out of Paper Errors
1470 Not Ready Errors
1472 Job Errors
1474 Enumerate Network Printer Calls
1476 Add Network Printer Calls
1478 Working Set - Private
1480 Working Set - Shared
1482 % Idle Time
1484 Split IO/Sec
1500 Job Object
1502 Current % Processor Time
1504 Current % User Mode Time
1506 Current % Kernel Mode Time
1508 This Period mSec - Processor
1510 This Period mSec - User Mode
1512 This Period mSec - Kernel Mode
1514 Pages/Sec
1516 Process Count - Total
1518 Process Count - Active
1520 Process Count - Terminated
1522 Total mSec - Processor
1524 Total mSec - User Mode
1526 Total mSec - Kernel Mode
1530 TCPv6
1532 UDPv6
1534 ICMPv6
1536 Received Packet Too Big
1538 Received Membership Query
1540 Received Membership Report
1542 Received Membership Reduction
1544 Received Router Solicit
1546 Received Router Advert
1548 Job Object Details
1550 Received Neighbor Solicit
1552 Received Neighbor Advert
1554 Sent Packet Too Big
1556 Sent Membership Query
1558 Sent Membership Report
1560 Sent Membership Reduction
1562 Sent Router Solicit
1564 Sent Router Advert
1566 Sent Neighbor Solicit
1568 Sent Neighbor Advert
1570 Security System-Wide Statistics
1572 NTLM Authentications
1574 Kerberos Authentications
1576 KDC AS Requests
1578 KDC TGS Requests
1580 Schannel Session Cache Entries
1582 Active Schannel Session Cache Entries
1584 SSL Client-Side Full Handshakes
1586 SSL Client-Side Reconnect Handshakes
1588 SSL Server-Side Full Handshakes
1590 SSL Server-Side Reconnect Handshakes
1592 Digest Authentications
1670 Security Per-Process Statistics
1672 Credential Handles
1674 Context Handles
1676 Free & Zero Page List Bytes
1678 Modified Page List Bytes
1680 Standby Cache Reserve Bytes
1682 Standby Cache Normal Priority Bytes
1684 Standby Cache Core Bytes
1746 % Idle Time
1748 % C1 Time
1750 % C2 Time
1752 % C3 Time
1754 C1 Transitions/sec
1756 C2 Transitions/sec
1758 C3 Transitions/sec
1760 Heap
1762 Committed Bytes
1764 Reserved Bytes
1766 Virtual Bytes
1768 Free Bytes
1770 Free List Length
1772 Avg. alloc rate
1774 Avg. free rate
1776 Uncommitted Ranges Length
1778 Allocs - Frees
1780 Cached Allocs/sec
1782 Cached Frees/sec
1784 Allocs <1K/sec
1786 Frees <1K/sec
1788 Allocs 1-8K/sec
1790 Frees 1-8K/sec
1792 Allocs over 8K/sec
1794 Frees over 8K/sec
1796 Total Allocs/sec
1798 Total Frees/sec
1800 Blocks in Heap Cache
1802 Largest Cache Depth
1804 % Fragmentation
1806 % VAFragmentation
1808 Heap Lock contention
`
    .trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ')
      return [Number(line.slice(0, space)), line.slice(space + 1)]
    }),
)
