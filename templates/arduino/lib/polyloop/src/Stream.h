/* Arduino's Stream without String: reads bytes and values from an input. */
#ifndef STREAM_H
#define STREAM_H

#include "Print.h"

class Stream : public Print {
public:
  virtual int available() { return 0; }
  /* The next byte, or -1. */
  virtual int read() { return -1; }
  virtual int peek() { return -1; }

  /* How long each of the following functions waits for a byte. Unit: ms. */
  void setTimeout(unsigned long ms) { timeout = ms; }

  size_t readBytes(char *buffer, size_t length);
  size_t readBytesUntil(char end, char *buffer, size_t length);
  bool find(const char *text);
  /* The next number; 0 if none comes. Skips characters before it. */
  long parseInt();
  float parseFloat();

private:
  int timedRead();
  int timedPeek();
  int skipToNumber();

  unsigned long timeout = 1000;
};

#endif
