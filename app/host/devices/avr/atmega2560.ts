/** Source: ATmega2560 data sheet (Microchip DS40002211A), register summary and interrupt vectors. */
import {
  ADCMuxInputType,
  ADCReference,
  adcConfig,
  eepromConfig,
  PCINT0,
  PCINT1,
  PCINT2,
  portAConfig,
  portBConfig,
  portCConfig,
  portDConfig,
  portEConfig,
  portFConfig,
  portGConfig,
  portHConfig,
  portJConfig,
  portKConfig,
  portLConfig,
  spiConfig,
  timer0Config,
  timer1Config,
  timer2Config,
  twiConfig,
  usart0Config,
  watchdogConfig,
} from 'avr8js';
import type { AvrConfig, AvrPin } from './config.ts';

/** Data sheet, table 14-1. */
const INTERRUPTS = (
  'RESET INT0 INT1 INT2 INT3 INT4 INT5 INT6 INT7 PCINT0 PCINT1 PCINT2 WDT TIMER2_COMPA TIMER2_COMPB TIMER2_OVF ' +
  'TIMER1_CAPT TIMER1_COMPA TIMER1_COMPB TIMER1_COMPC TIMER1_OVF TIMER0_COMPA TIMER0_COMPB TIMER0_OVF SPI_STC ' +
  'USART_RX USART_UDRE USART_TX ANALOG_COMP ADC EE_READY TIMER3_CAPT TIMER3_COMPA TIMER3_COMPB TIMER3_COMPC TIMER3_OVF ' +
  'USART1_RX USART1_UDRE USART1_TX TWI SPM_READY TIMER4_CAPT TIMER4_COMPA TIMER4_COMPB TIMER4_COMPC TIMER4_OVF ' +
  'TIMER5_CAPT TIMER5_COMPA TIMER5_COMPB TIMER5_COMPC TIMER5_OVF USART2_RX USART2_UDRE USART2_TX ' +
  'USART3_RX USART3_UDRE USART3_TX'
).split(' ');

/** Word address of an interrupt's vector. */
const vector = (name: string): number => 2 * INTERRUPTS.indexOf(name);

/** INT0 to INT3 are configured in EICRA, INT4 to INT7 in EICRB. */
const external = (index: number) => ({
  EICR: index < 4 ? 0x69 : 0x6a,
  EIMSK: 0x3d,
  EIFR: 0x3c,
  index,
  iscOffset: (index % 4) * 2,
  interrupt: vector(`INT${index}`),
});

/** PCINT8 is bit 0 of port E, PCINT9 to PCINT15 are bits 0 to 6 of port J. */
const pinChange = (group: typeof PCINT0, name: string, mask: number, offset: number) => ({
  ...group,
  pinChangeInterrupt: vector(name),
  mask,
  offset,
});

const [A, B, C, D, E, F, G, H, J, K, L] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const PORTS: AvrConfig['ports'] = [
  portAConfig,
  { ...portBConfig, pinChange: pinChange(PCINT0, 'PCINT0', 0xff, 0) },
  { PIN: portCConfig.PIN, DDR: portCConfig.DDR, PORT: portCConfig.PORT, externalInterrupts: [] },
  {
    PIN: portDConfig.PIN,
    DDR: portDConfig.DDR,
    PORT: portDConfig.PORT,
    externalInterrupts: [external(0), external(1), external(2), external(3)],
  },
  {
    ...portEConfig,
    pinChange: pinChange(PCINT1, 'PCINT1', 0x01, 0),
    externalInterrupts: [null, null, null, null, external(4), external(5), external(6), external(7)],
  },
  portFConfig,
  portGConfig,
  portHConfig,
  { ...portJConfig, pinChange: pinChange(PCINT1, 'PCINT1', 0x7f, 1) },
  { ...portKConfig, pinChange: pinChange(PCINT2, 'PCINT2', 0xff, 0) },
  portLConfig,
];

type Output = readonly [port: number, bit: number];
const registerOf = (port: number): number => PORTS[port]?.PORT ?? 0;

/** The interrupts and the pins of timer `n`, in the terms of avr8js. Timers 1, 3, 4 and 5 have an output C. */
function wiring(n: number, a: Output, b: Output, c: Output | null, clock: Output | null) {
  const at = (event: string) => Math.max(0, vector(`TIMER${n}_${event}`));
  return {
    ...{ captureInterrupt: at('CAPT'), compAInterrupt: at('COMPA'), compBInterrupt: at('COMPB') },
    ...{ compCInterrupt: at('COMPC'), ovfInterrupt: at('OVF') },
    ...{ compPortA: registerOf(a[0]), compPinA: a[1], compPortB: registerOf(b[0]), compPinB: b[1] },
    ...{ compPortC: c === null ? 0 : registerOf(c[0]), compPinC: c?.[1] ?? 0 },
    ...{ externalClockPort: clock === null ? 0 : registerOf(clock[0]), externalClockPin: clock?.[1] ?? 0 },
  };
}

/** Bits of TIFRn and TIMSKn. */
const OUTPUT_C = { OCFC: 8, OCIEC: 8 };

/** Timers 3, 4 and 5 are like timer 1, at other addresses. */
const wide = (base: number, TIFR: number, TIMSK: number) => ({
  ...timer1Config,
  ...OUTPUT_C,
  ...{ TIFR, TIMSK, TCCRA: base, TCCRB: base + 1, TCCRC: base + 2 },
  ...{ TCNT: base + 4, ICR: base + 6, OCRA: base + 8, OCRB: base + 10, OCRC: base + 12 },
});

const usart = (n: string, base: number): typeof usart0Config => ({
  ...usart0Config,
  ...{ rxCompleteInterrupt: vector(`USART${n}_RX`), txCompleteInterrupt: vector(`USART${n}_TX`) },
  dataRegisterEmptyInterrupt: vector(`USART${n}_UDRE`),
  ...{ UCSRA: base, UCSRB: base + 1, UCSRC: base + 2, UBRRL: base + 4, UBRRH: base + 5, UDR: base + 6 },
});

/** Channels 8 to 15 have bit MUX5. The differential inputs are left out. */
const CHANNELS = {
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, channel) => [
      channel < 8 ? channel : 0x20 + channel - 8,
      { type: ADCMuxInputType.SingleEnded as const, channel },
    ]),
  ),
  30: { type: ADCMuxInputType.Constant as const, voltage: 1.1 },
  31: { type: ADCMuxInputType.Constant as const, voltage: 0 },
};

/** Digital pins 0 to 53 in their order, from the Arduino Mega's schematic. */
const DIGITAL: readonly Output[] = [
  ...([
    [E, 0],
    [E, 1],
    [E, 4],
    [E, 5],
    [G, 5],
    [E, 3],
    [H, 3],
    [H, 4],
    [H, 5],
    [H, 6],
  ] as const),
  ...([
    [B, 4],
    [B, 5],
    [B, 6],
    [B, 7],
    [J, 1],
    [J, 0],
    [H, 1],
    [H, 0],
    [D, 3],
    [D, 2],
  ] as const),
  ...([
    [D, 1],
    [D, 0],
    [A, 0],
    [A, 1],
    [A, 2],
    [A, 3],
    [A, 4],
    [A, 5],
    [A, 6],
    [A, 7],
  ] as const),
  ...([
    [C, 7],
    [C, 6],
    [C, 5],
    [C, 4],
    [C, 3],
    [C, 2],
    [C, 1],
    [C, 0],
    [D, 7],
    [G, 2],
  ] as const),
  ...([
    [G, 1],
    [G, 0],
    [L, 7],
    [L, 6],
    [L, 5],
    [L, 4],
    [L, 3],
    [L, 2],
    [L, 1],
    [L, 0],
  ] as const),
  ...([
    [B, 3],
    [B, 2],
    [B, 1],
    [B, 0],
  ] as const),
];

const PINS: readonly AvrPin[] = [
  ...DIGITAL.map(([port, bit], number) => ({ name: String(number), port, bit, adcChannel: null })),
  ...Array.from({ length: 16 }, (_, channel) => ({
    ...{ name: `A${channel}`, port: channel < 8 ? F : K, bit: channel % 8, adcChannel: channel },
  })),
];

export const ATMEGA2560: AvrConfig = {
  mcu: 'ATmega2560',
  clockHz: 16_000_000,
  flashBytes: 262_144,
  sramBytes: 8192,
  sramStart: 0x200,
  eepromBytes: 4096,
  smcr: 0x53,
  interruptEntryCycles: 5,
  ports: PORTS,
  timers: [
    { ...timer0Config, ...wiring(0, [B, 7], [G, 5], null, [D, 7]) },
    { ...timer1Config, ...OUTPUT_C, OCRC: 0x8c, ...wiring(1, [B, 5], [B, 6], [B, 7], [D, 6]) },
    { ...timer2Config, ...wiring(2, [B, 4], [H, 6], null, null) },
    { ...wide(0x90, 0x38, 0x71), ...wiring(3, [E, 3], [E, 4], [E, 5], [E, 6]) },
    { ...wide(0xa0, 0x39, 0x72), ...wiring(4, [H, 3], [H, 4], [H, 5], [H, 7]) },
    { ...wide(0x120, 0x3a, 0x73), ...wiring(5, [L, 3], [L, 4], [L, 5], [L, 2]) },
  ],
  programTimer: 1,
  usarts: [usart('', 0xc0), usart('1', 0xc8), usart('2', 0xd0), usart('3', 0x130)],
  adc: {
    ...adcConfig,
    adcInterrupt: vector('ADC'),
    numChannels: 16,
    muxInputMask: 0x3f,
    muxChannels: CHANNELS,
    adcReferences: [ADCReference.AREF, ADCReference.AVCC, ADCReference.Internal1V1, ADCReference.Internal2V56],
  },
  spi: { ...spiConfig, spiInterrupt: vector('SPI_STC') },
  twi: { ...twiConfig, twiInterrupt: vector('TWI') },
  eeprom: { ...eepromConfig, eepromReadyInterrupt: vector('EE_READY') },
  watchdog: { ...watchdogConfig, watchdogInterrupt: vector('WDT') },
  pins: PINS,
  supplyMillivolts: 5000,
  interrupts: INTERRUPTS,
};
