/** Sounds, made on the spot: no file is fetched. Off until a player wants them. */

import type { DisplayKind } from "../net/protocol";
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** Lets be heard what is shown. */
export function sound(kind: DisplayKind): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime + 0.02;
  if (kind === "battle" || kind === "check") for (let knock = 0; knock < 5; knock += 1) noise(context, now + knock * 0.07 + Math.random() * 0.03, 0.05, 2600, 0.22);
  if (kind === "battle") noise(context, now + 0.42, 0.5, 180, 0.5);
  if (kind === "draw") noise(context, now, 0.12, 1500, 0.25);
  if (kind === "weather") noise(context, now, 0.9, 500, 0.12);
  if (kind === "loss") noise(context, now, 0.3, 240, 0.35);
}

/** A burst of noise around a pitch that dies away. */
function noise(audio: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, index) => (samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2));
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}
