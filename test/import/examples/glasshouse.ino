// Watches a glasshouse: measures the temperature and the soil, waters the plants, shows the state on
// lights and over the serial line, and keeps the settings in the EEPROM.

#include <EEPROM.h>
#include <Wire.h>

// ---- Pins -------------------------------------------------------------------------------------

const uint8_t PUMP_PIN = 7;
const uint8_t FAN_PIN = 6;
const uint8_t ALARM_PIN = 13;
const uint8_t HEART_PIN = 12;
const uint8_t FLOW_PIN = 2;
const uint8_t BUTTON_PIN = 4;
const uint8_t SOIL_PIN = A0;
const uint8_t WARMTH_PIN = A1;

// ---- Intervals --------------------------------------------------------------------------------

#define HEART_INTERVAL 250
#define SAMPLE_INTERVAL 100UL
#define REPORT_INTERVAL (2 * 1000UL)
const unsigned long PUMP_INTERVAL = 1000;
const unsigned long CLOCK_INTERVAL = 5000;

// ---- Settings ---------------------------------------------------------------------------------

struct Settings {
  uint8_t version;
  int dry;        // the soil is dry below this value
  int warm;       // the fan runs above this value
  uint8_t pumpSeconds;
};

const uint8_t SETTINGS_VERSION = 3;
Settings settings = {SETTINGS_VERSION, 300, 600, 4};

// ---- State ------------------------------------------------------------------------------------

struct Timer {
  unsigned long last;
  unsigned long interval;
};

Timer heart = {0, HEART_INTERVAL};
Timer report = {0, REPORT_INTERVAL};
unsigned long lastSample = 0;
unsigned long lastPump = 0;

volatile unsigned int flowPulses = 0;

enum PumpState { PUMP_OFF, PUMP_ON, PUMP_BLOCKED };
PumpState pump = PUMP_OFF;
uint8_t pumpLeft = 0;

int soil = 0;
int warmth = 0;
long soilSum = 0;
uint8_t samples = 0;
bool fan = false;

byte clockSeconds = 0;
bool clockWorks = false;

// ---- Settings in the EEPROM -------------------------------------------------------------------

void loadSettings() {
  Settings stored;
  EEPROM.get(0, stored);
  if (stored.version == SETTINGS_VERSION) {
    settings = stored;
  } else {
    saveSettings();
  }
}

void saveSettings() {
  EEPROM.put(0, settings);
}

// ---- The clock chip on the two-wire bus -------------------------------------------------------

const uint8_t CLOCK_ADDRESS = 0x68;

byte fromBcd(byte value) {
  return value / 16 * 10 + value % 16;
}

void readClock() {
  static unsigned long lastClock = 0;
  if (millis() - lastClock < CLOCK_INTERVAL) return;
  lastClock = millis();

  Wire.beginTransmission(CLOCK_ADDRESS);
  Wire.write((byte)0);
  clockWorks = Wire.endTransmission() == 0;
  if (!clockWorks) return;
  Wire.requestFrom(CLOCK_ADDRESS, (uint8_t)1);
  clockSeconds = fromBcd(Wire.read() & 0x7f);
}

// ---- Water ------------------------------------------------------------------------------------

// Counts the turns of the wheel in the water pipe.
void onFlow() {
  flowPulses++;
}

unsigned int takePulses() {
  noInterrupts();
  unsigned int pulses = flowPulses;
  flowPulses = 0;
  interrupts();
  return pulses;
}

void setPump(PumpState state) {
  pump = state;
  digitalWrite(PUMP_PIN, state == PUMP_ON ? HIGH : LOW);
}

// Called once in a second.
void runPump() {
  switch (pump) {
    case PUMP_OFF:
      if (soil < settings.dry) {
        pumpLeft = settings.pumpSeconds;
        takePulses();
        setPump(PUMP_ON);
      }
      break;
    case PUMP_ON:
      if (takePulses() == 0) {
        setPump(PUMP_BLOCKED);
      } else if (--pumpLeft == 0) {
        setPump(PUMP_OFF);
      }
      break;
    case PUMP_BLOCKED:
      break;
  }
}

// ---- The serial line --------------------------------------------------------------------------

void printState() {
  Serial.print(F("soil "));
  Serial.print(soil);
  Serial.print(F(" warmth "));
  Serial.print(warmth);
  Serial.print(F(" pump "));
  Serial.println(pump);
}

void readCommand() {
  if (Serial.available() == 0) return;
  char command = Serial.read();
  if (command == '+') settings.dry += 10;
  if (command == '-') settings.dry -= 10;
  if (command == 's') saveSettings();
}

// ---- Setup and loop ---------------------------------------------------------------------------

void setup() {
  Serial.begin(9600);
  Wire.begin();
  pinMode(PUMP_PIN, OUTPUT);
  pinMode(FAN_PIN, OUTPUT);
  pinMode(ALARM_PIN, OUTPUT);
  pinMode(HEART_PIN, OUTPUT);
  pinMode(FLOW_PIN, INPUT_PULLUP);
  pinMode(BUTTON_PIN, INPUT_PULLUP);
  attachInterrupt(digitalPinToInterrupt(FLOW_PIN), onFlow, FALLING);
  loadSettings();
}

void loop() {
  unsigned long now = millis();

  // The heart beat shows that the program runs.
  if (now - heart.last >= heart.interval) {
    heart.last = now;
    digitalWrite(HEART_PIN, !digitalRead(HEART_PIN));
  }

  // The mean of ten values of the soil.
  if (now - lastSample >= SAMPLE_INTERVAL) {
    lastSample += SAMPLE_INTERVAL;
    soilSum += analogRead(SOIL_PIN);
    warmth = analogRead(WARMTH_PIN);
    if (++samples == 10) {
      soil = soilSum / samples;
      soilSum = 0;
      samples = 0;
    }
    fan = warmth > settings.warm;
    digitalWrite(FAN_PIN, fan);
  }

  if (now - lastPump >= PUMP_INTERVAL) {
    lastPump = now;
    runPump();
  }

  if (now - report.last >= report.interval) {
    report.last = now;
    printState();
  }

  readClock();
  readCommand();

  // The button ends an alarm.
  digitalWrite(ALARM_PIN, pump == PUMP_BLOCKED);
  if (pump == PUMP_BLOCKED && digitalRead(BUTTON_PIN) == LOW) {
    setPump(PUMP_OFF);
  }
}
