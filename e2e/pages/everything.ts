/** A sketch with an element of each kind, that is admitted. */
export const EVERYTHING = {
  polyloop: 1,
  name: 'everything',
  board: 'uno',
  target: 'superloop',
  tasks: [
    {
      name: 'blink',
      periodUs: 200_000,
      budgetUs: 2000,
      setup: 'pinMode(13, OUTPUT);',
      body: 'digitalWrite(13, !digitalRead(13));',
      position: { x: 64, y: 64 },
    },
    { name: 'read', periodUs: 100_000, budgetUs: 2000, body: 'analogRead(A0);', position: { x: 64, y: 208 } },
  ],
  interrupts: [
    {
      name: 'pressed',
      pin: '2',
      mode: 'falling',
      topHalfUs: 100,
      ioBudgetUs: 700,
      ioPeriodUs: 20_000,
      handlerBudgetUs: 500,
      handlerPeriodUs: 20_000,
      body: '',
      position: { x: 352, y: 64 },
    },
  ],
  channels: [
    {
      name: 'value',
      kind: 'four-slot',
      item: [{ name: 'light', type: 'int16' }],
      writer: 'read',
      reader: 'blink',
      position: { x: 352, y: 208 },
    },
    {
      name: 'queue',
      kind: 'ring-buffer',
      capacity: 8,
      item: [{ name: 'light', type: 'int16' }],
      writer: 'read',
      reader: 'blink',
      position: { x: 352, y: 300 },
    },
  ],
  resources: [
    {
      name: 'line',
      users: [
        { task: 'blink', criticalSectionUs: 100 },
        { task: 'read', criticalSectionUs: 100 },
      ],
      position: { x: 352, y: 400 },
    },
  ],
  parts: [
    { name: 'lamp', kind: 'led', pins: { anode: '13' }, position: { x: 600, y: 64 } },
    { name: 'bell', kind: 'button', pins: { a: '2' }, position: { x: 600, y: 160 } },
    { name: 'dial', kind: 'potentiometer', pins: { wiper: 'A0' }, position: { x: 600, y: 256 } },
    { name: 'arm', kind: 'servo', pins: { signal: '9' }, position: { x: 600, y: 352 } },
    {
      name: 'screen',
      kind: 'lcd',
      pins: { rs: '3', e: '4', d4: '5', d5: '6', d6: '7', d7: '8' },
      position: { x: 760, y: 64 },
    },
  ],
};
