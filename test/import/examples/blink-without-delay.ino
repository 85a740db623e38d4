// Blinks the light of the board without delay().

const int lightPin = 13;
int lightState = LOW;
unsigned long lastChange = 0;  // when the light changed, in ms
const long interval = 500;

void setup() {
  pinMode(lightPin, OUTPUT);
}

void loop() {
  // Code that runs all the time can stand here.
  unsigned long now = millis();

  // Is it time to change the light?
  if (now - lastChange >= interval) {
    // remember this change
    lastChange = now;

    if (lightState == LOW) {
      lightState = HIGH;
    } else {
      lightState = LOW;
    }
    digitalWrite(lightPin, lightState);
  }
}
