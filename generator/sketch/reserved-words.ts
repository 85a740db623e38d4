/**
 * Words that a generated C identifier must not be, because C, C++, Arduino or the AVR headers
 * define them.
 */

/** C23 and C++23: keywords, alternative tokens and identifiers with a special meaning. */
const LANGUAGE = `
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
concept const const_cast consteval constexpr constinit continue co_await co_return co_yield decltype default delete do
double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long main
module mutable namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register
reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast std struct switch
template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual
void volatile wchar_t while xor xor_eq linux unix`;

/** Names of the standard headers that the runtime and the Arduino core include in every file. */
const LIBRARY = `
NULL EOF errno assert offsetof size_t ssize_t ptrdiff_t intptr_t uintptr_t intmax_t uintmax_t int8_t int16_t int32_t
int64_t uint8_t uint16_t uint32_t uint64_t INT8_MAX INT16_MAX INT32_MAX INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX
UINT64_MAX INT8_MIN INT16_MIN INT32_MIN INT64_MIN SIZE_MAX abort abs acos asin atan atan2 atof atoi atol bsearch
calloc ceil cos cosh div exit exp fabs floor fmod free frexp getchar hypot index isalnum isalpha isascii iscntrl
isdigit isfinite isgraph isinf islower isnan isprint ispunct isspace isupper isxdigit itoa labs ldexp ldiv log log10
lround malloc memchr memcmp memcpy memmove memset modf pow printf putchar puts qsort rand realloc rindex round signal
signbit sin sinh sprintf sqrt square srand srandom sscanf strcat strchr strcmp strcpy strlen strncmp strncpy strstr
strtod strtok strtol strtoul tan tanh time toascii tolower toupper trunc ultoa utoa stdin stdout stderr`;

/** The Arduino core: functions, types, constants and macros. */
const ARDUINO = `
setup loop init initVariant yield serialEvent serialEventRun pinMode digitalWrite digitalRead analogRead analogWrite
analogReference millis micros delay delayMicroseconds pulseIn pulseInLong shiftIn shiftOut tone noTone random
randomSeed map attachInterrupt detachInterrupt interrupts noInterrupts digitalPinToPort digitalPinToBitMask
digitalPinToTimer digitalPinToInterrupt portOutputRegister portInputRegister portModeRegister min max constrain
radians degrees sq lowByte highByte bitRead bitSet bitClear bitToggle bitWrite bit byte word boolean String Serial
Serial1 Serial2 Serial3 SerialUSB Print Stream Printable IPAddress Client Server UDP Wire SPI EEPROM Servo HIGH LOW
INPUT OUTPUT INPUT_PULLUP CHANGE FALLING RISING DEFAULT EXTERNAL INTERNAL INTERNAL1V1 INTERNAL2V56 PI HALF_PI TWO_PI
DEG_TO_RAD RAD_TO_DEG EULER SERIAL DISPLAY LSBFIRST MSBFIRST NOT_A_PIN NOT_A_PORT NOT_AN_INTERRUPT LED_BUILTIN SS
NOT_ON_TIMER NUM_DIGITAL_PINS NUM_ANALOG_INPUTS MOSI MISO SCK SDA SCL BIN OCT DEC HEX F F_CPU ARDUINO ISR ISR_BLOCK ISR_NOBLOCK ISR_NAKED ISR_ALIASOF cli sei cbi sbi
PROGMEM PSTR PGM_P PGM_VOID_P RAMSTART RAMEND FLASHEND E2END E2PAGESIZE XRAMEND XRAMSIZE SIGNATURE_0 SIGNATURE_1
SIGNATURE_2 AVR SIGNAL EMPTY_INTERRUPT`;

/** Families of names: Arduino pins and binary constants, AVR registers and their bits. */
const FAMILIES: readonly RegExp[] = [
  // Floating point: M_PI, NAN, cosf and similar names.
  /^M_(E|PI|LOG|LN|SQRT|\d)\w*$|^(NAN|INFINITY|HUGE_VAL|MAXFLOAT|MATH_ERR|SNAN|FP_[A-Z]|math_err)\w*$/,
  /^(acos|asin|atan2?|cbrt|ceil|copysign|cosh?|exp|fabs|fdim|floor|fma|fmax|fmin|fmod|frexp|hypot|isfinite|isinf)f$/,
  /^(isnan|ldexp|log|log10|lrint|lround|pow|round|signbit|sinh?|sqrt|square|tanh?|trunc)f$/,
  // Constants of the C library and of Linux.
  /^(EXIT_[FS]|SEEK_|RAND_|RANDOM_|TMP_MAX|FOPEN_|FILENAME_|DTOSTR_|RENAME_|TIME_UTC|TIMER_ABS|MB_CUR|L_[ct]|P_tmp)\w*$/,
  /^CLOCK_(REAL|MONO|PROC|BOOT|TAI|THREAD)\w*$|^CLOCKS_PER_SEC$|^(STA|ADJ|MOD)_[A-Z_]+$|^(BUFSIZ|NFDBITS|FD_SETSIZE)$/,
  /^(LITTLE|BIG|PDP)_ENDIAN$|^BYTE_ORDER$|^W(NOHANG|UNTRACED|STOPPED|EXITED|CONTINUED|NOWAIT)$/,
  // Settings and header guards of the Arduino core.
  /^SERIAL_(\d[A-Z]\d|PORT\w*|[RT]X_BUFFER_SIZE)$|^PIN_(SPI|WIRE|A\d)\w*$|^HAVE_HW\w+$|^USB_EP_SIZE$|^ARDUINO_\w+$/,
  /^(Arduino|Binary|Character|HardwareSerial|Pins_Arduino|Print|Printable|Stream|String_class)_h$/,
  // Halves of the AVR's pointer registers, its numbered bits, vectors, fuses, sleep modes.
  /^[XYZ][HL]$|^(PIN|PORT|DD|CAL)\d$|^(PUD|TSM)$|^TIMER\d[A-D]?$|^(UBRR|UDR|TCNT|OCR)\d[A-Z]?_\d{1,2}$|_vect(_num)?$/,
  /^(FUSE|LOCKBITS|LOCKMEM|LB_MODE|BLB|SLEEP_MODE_|AVR_|SREG_|SPM[A-Z_]|RWW|PGWRT|PGERS|SIGRD|SELFPRGEN|[LHE]FUSE_)\w*$/,
  /^(PR(TWI|TIM\d|USART\d|SPI|ADC)|IVSEL|IVCE|BODSE?|CLKP\w+|EXCLK|AS2|T?C[NR]2\w+|TCR2[AB]UB|PSR\w+|U2X0|UDORD0)$/,
  /^(UCPHA0|[PEB]?ORF|EXTRF|GPIOR\d+|SPDR\d|AD(PS|TS|CH|CL)\d|ADC\dD)$/,
  /^A\d{1,2}$/,
  /^B[01]{1,8}$/,
  /^(PORT|DDR|PIN)[A-L][0-7]?$/,
  /^(P|DD)[A-L][0-7]$/,
  /^PCINT\d+$|^PCI[CEF]\w*$|^PCMSK\d?$/,
  /^(TCNT|TCCR|OCR|ICR|TIMSK|TIFR|OCIE|OCF|ICIE|ICF|TOIE|TOV|COM|WGM|CS|FOC|ICNC|ICES|GTCCR|ASSR)\d*[A-Z0-9]*$/,
  /^(UDR|UCSR|UBRR|RXC|TXC|UDRE|FE|DOR|UPE|MPCM|RXCIE|TXCIE|UDRIE|RXEN|TXEN|UCSZ|RXB|TXB|UMSEL|UPM|USBS|UCPOL)\d*[A-Z]?\d?$/,
  /^(AD[A-Z]+|REFS\d|MUX\d|ACSR|AC[A-Z]+\d?|DIDR\d|AIN\d[A-Z])$/,
  /^(SPCR|SPSR|SPDR|SPIE|SPE|DORD|MSTR|CPOL|CPHA|SPR\d|SPIF|WCOL|SPI2X|TW[A-Z]+\d?)$/,
  /^(EICRA|EIMSK|EIFR|INT\d|INTF\d|ISC\d\d|MCU[CS]R|SMCR|SM\d|SE|WD[A-Z]+\d?|PRR|CLKPR|OSCCAL|SREG|SP|SP[HL]|EE[A-Z]+\d?|GPIOR\d)$/,
];

const WORDS: ReadonlySet<string> = new Set(`${LANGUAGE} ${LIBRARY} ${ARDUINO}`.trim().split(/\s+/));

/** Whether a language, a library or a board defines the word. Case counts, as in C. */
export function isReservedWord(word: string): boolean {
  return WORDS.has(word) || FAMILIES.some((family) => family.test(word));
}
