/* A press of the button switches the light. The button's contact bounces for some milliseconds. */

#define BUTTON 2
#define LIGHT 13
#define SETTLE_MS 50

bool light = true;
bool steady = HIGH;    // the button, when it is steady
bool before = HIGH;    // the button in the last run
unsigned long changedAt = 0;

void setup() {
  pinMode(BUTTON, INPUT_PULLUP);
  pinMode(LIGHT, OUTPUT);
  digitalWrite(LIGHT, light);
}

void loop() {
  bool now = digitalRead(BUTTON);
  if (now != before) {
    changedAt = millis();
  }
  if (millis() - changedAt > SETTLE_MS && now != steady) {
    steady = now;
    if (steady == LOW) {
      light = !light;
    }
  }
  digitalWrite(LIGHT, light);
  before = now;
}
