/** A quick check without a parser, so that the window loads the parser only when it is needed. */

/** False if the text cannot be an Arduino sketch. `isArduinoSketch` decides. */
export const mayBeSketch = (text: string): boolean => /\bsetup\s*\(/.test(text) && /\bloop\s*\(/.test(text);
