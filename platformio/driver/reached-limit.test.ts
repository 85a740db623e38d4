import { expect, it } from 'vitest';
import { limitIn } from './reached-limit.ts';

it.each([
  ['g++: internal compiler error: CPU time limit exceeded signal terminated program cc1plus', 'processor'],
  ['cc1plus: out of memory allocating 65536 bytes after a total of 1048576 bytes', 'memory'],
  ['virtual memory exhausted: Cannot allocate memory', 'memory'],
  ["terminate called after throwing an instance of 'std::bad_alloc'", 'memory'],
  ['collect2: fatal error: ld terminated with signal 9 [Killed]', 'memory'],
  ['avr-g++: fatal error: Killed signal terminated program cc1plus', 'memory'],
  ['MemoryError', 'memory'],
  ['g++: internal compiler error: File size limit exceeded signal terminated program as', 'file'],
  ['sh: 0: Cannot fork', 'processes'],
  ['BlockingIOError: [Errno 11] Resource temporarily unavailable', 'processes'],
  ['Compiling .pio/build/uno/src/main.cpp.o', null],
])('%s', (line, limit) => {
  expect(limitIn(line)).toBe(limit);
});
