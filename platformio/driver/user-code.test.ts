import { expect, test } from 'vitest';
import { findUse, findUserCode } from './user-code.ts';

const generated = `#include <Arduino.h>
#line 1 "sketch/prelude"
int shared; // go() is in the comment
#line 4 "src/main.cpp"
static void blink_body(void) {
#line 1 "task:Blink%20fast/body"

motor.go(1); /* go */
#line 8 "src/main.cpp"
}
`;

test('user code is the text between markers', () => {
  expect(findUserCode(generated)).toEqual([
    {
      element: { kind: 'sketch', name: '' },
      member: 'prelude',
      firstLine: 1,
      lines: ['int shared; // go() is in the comment'],
    },
    {
      element: { kind: 'task', name: 'Blink fast' },
      member: 'body',
      firstLine: 1,
      lines: ['', 'motor.go(1); /* go */'],
    },
  ]);
});

test('a name is found in code, not in comments or strings', () => {
  expect(findUse(findUserCode(generated), 'go')).toEqual({
    element: { kind: 'task', name: 'Blink fast' },
    member: 'body',
    line: 2,
  });
  expect(findUse(findUserCode(generated), 'g')).toBeNull();
});

test('Windows line ends', () => {
  expect(findUserCode(generated.replaceAll('\n', '\r\n'))).toEqual(findUserCode(generated));
});
