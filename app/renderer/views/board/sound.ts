/** The sound of a buzzer: a square wave, as on the pin. */
import { useEffect, useRef } from 'react';
import type { Part } from '../../../../generator/sketch/model.ts';
import { usePins } from '../../state/run/pins.ts';
import { useIsLive } from '../../state/run/run.ts';

const VOLUME = 0.04;
/** The volume changes over this time, so that a tone starts and ends without a click. Unit: s. */
const RAMP_S = 0.008;
/** Range of frequencies that are played. */
const AUDIBLE_HZ = { least: 20, most: 16_000 };

/** Plays the tone of the first buzzer that sounds. A browser permits sound after a click in the page. */
export function useBuzzerSound(parts: readonly Part[], on: boolean): void {
  const live = useIsLive();
  const hertz = usePins(({ views }) => {
    for (const { name } of parts) {
      const view = views.get(name);
      if (view?.shows === 'tone' && view.hertz > 0) return view.hertz;
    }
    return 0;
  });
  const isAudible = on && live && hertz >= AUDIBLE_HZ.least && hertz <= AUDIBLE_HZ.most;
  const audio = useRef<AudioContext | null>(null);
  useEffect(() => {
    if (!isAudible) return;
    audio.current ??= openAudio();
    return audio.current === null ? undefined : play(audio.current, hertz);
  }, [isAudible, hertz]);
  useEffect(
    () => () => {
      void audio.current?.close();
      audio.current = null;
    },
    [],
  );
}

/** Null if the computer cannot play sound. */
function openAudio(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}

/** Starts a tone. Returns the function that ends it. */
function play(audio: AudioContext, hertz: number): () => void {
  void audio.resume();
  const oscillator = new OscillatorNode(audio, { type: 'square', frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  oscillator.connect(gain).connect(audio.destination);
  gain.gain.linearRampToValueAtTime(VOLUME, audio.currentTime + RAMP_S);
  oscillator.start();
  return () => {
    gain.gain.cancelScheduledValues(audio.currentTime);
    gain.gain.setTargetAtTime(0, audio.currentTime, RAMP_S / 3);
    oscillator.stop(audio.currentTime + 3 * RAMP_S);
  };
}
