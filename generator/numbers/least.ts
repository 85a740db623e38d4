/** A number that is the least that there can have been: `≥ 128`. */
export const leastWords = (words: string, isLeast: boolean): string => (isLeast ? `≥\u00a0${words}` : words);
