import { PPM, toPpm } from '../../../contract/rules/money.ts';

/** 0.075 → "7.5", without binary rounding errors. */
export const toPercent = (fraction: number): string => String(toPpm(fraction) / (PPM / 100));
/** "7.5" → 0.075 */
export const fromPercent = (typed: string): number => toPpm(Number(typed) / 100) / PPM;
