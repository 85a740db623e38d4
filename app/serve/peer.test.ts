import { expect, it } from 'vitest';
import { userInTable } from './peer.ts';

// Rows of /proc/net/tcp and /proc/net/tcp6 on Linux 6.1.
const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 41 1 0000000000000000 20 4 30 10 -1
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 65534        0 42 1 0000000000000000 20 4 30 10 -1
   2: 0A00000A:C351 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 43 1 0000000000000000 20 4 30 10 -1`;
const TCP6 =
  '   0: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 44';

it('finds the user at the other end of a connection', () => {
  expect(userInTable(TCP, 0xc350, 0x1f90)).toBe(65_534);
  expect(userInTable(TCP, 0x1f90, 0xc350)).toBe(1000);
  expect(userInTable(TCP6, 0xc352, 0x1f90)).toBe(1002);
});

it('finds nobody for another address, another port or an empty table', () => {
  expect(userInTable(TCP, 0xc351, 0x1f90)).toBeNull();
  expect(userInTable(TCP, 0xc350, 0x1f91)).toBeNull();
  expect(userInTable('', 0xc350, 0x1f90)).toBeNull();
});
