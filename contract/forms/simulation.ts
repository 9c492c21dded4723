import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const message = fill(messages.simulation.seedFault, { max: limits.simulation.maxSeed.toLocaleString('en-US') });
export const isSeed = (text: string): boolean => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= limits.simulation.maxSeed;

/** A simulated company, as typed. `fault`: the planted fault; empty for none. */
export const simulationForm = object({
  seed: string()
    .trim()
    .default('')
    .test('seed', message, (seed) => isSeed(seed)),
  fault: string().default(''),
});
