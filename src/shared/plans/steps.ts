/** One step of a staircase, as fractions of quota and revenue. */
export type StaircaseStep = Readonly<{ from: number; rate: number }>;
/** The attainment and the rate at the ends of the axes, and the width of the drawing in px. */
export type Scale = Readonly<{ from: number; rate: number; width: number }>;
export type StepKey = keyof StaircaseStep;

export const STEP_UNIT = { from: 0.01, rate: 0.0025 } as const;
export const PAGE_STEPS = 10;
const HEADROOM_RATIO = 1.3;
/** The rate axis ends at a multiple of this, so that its midpoint is a round number too. */
const RATE_MARK = 0.02;
const MIN_SCALE = { from: 1.5, rate: 0.05 } as const;
const MAX_VALUES = { from: 1000, rate: 1 } as const;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Converts tiers to steps that can be drawn; a step with an invalid start gets that of the previous step. */
export const toStaircase = (tiers: readonly unknown[]): readonly StaircaseStep[] => {
  let lastStep: StaircaseStep = { from: 0, rate: 0 };
  return tiers.map((tier) => {
    const { from, rate } = (typeof tier === 'object' && tier !== null ? tier : {}) as Readonly<{ from?: unknown; rate?: unknown }>;
    lastStep = {
      from: isNumber(from) ? Math.max(lastStep.from, from) : lastStep.from,
      rate: isNumber(rate) ? Math.min(1, Math.max(0, rate)) : 0,
    };
    return lastStep;
  });
};

export const scaleOf = (steps: readonly StaircaseStep[], width: number): Scale => ({
  width,
  from: Math.max(MIN_SCALE.from, (steps.at(-1)?.from ?? 0) * HEADROOM_RATIO),
  rate: Math.ceil(Math.max(MIN_SCALE.rate, ...steps.map(({ rate }) => rate * HEADROOM_RATIO)) / RATE_MARK) * RATE_MARK,
});

const roundTo = (value: number, unit: number): number => Number((Math.round(value / unit) * unit).toFixed(6));

/** The new value of a moved step, limited by its neighbors and rounded to its unit. */
export const moveStep = (steps: readonly StaircaseStep[], index: number, key: StepKey, value: number): number => {
  const unit = STEP_UNIT[key];
  if (key === 'rate') return roundTo(Math.min(MAX_VALUES.rate, Math.max(0, value)), unit);
  const [before, after] = [steps[index - 1]?.from ?? 0, steps[index + 1]?.from ?? MAX_VALUES.from];
  return roundTo(Math.min(after - unit, Math.max(before + unit, value)), unit);
};
