// The light is on for a fifth of a second in each second.
void setup() {
  pinMode(LED_BUILTIN, OUTPUT);
}

void loop() {
  digitalWrite(LED_BUILTIN, HIGH);  // on
  delay(200);
  digitalWrite(LED_BUILTIN, LOW);   // off
  delay(800);
}
