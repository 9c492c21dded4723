import type { CommissionsConfig } from './config.ts';

/** Ids of the people named in a plan. */
export const idsNamedInPlans = ({ plans }: CommissionsConfig): string[] => [
  ...new Set(plans.flatMap(({ appliesTo, quota }) => [...appliesTo.users, ...quota.overrides.map(({ userId }) => userId)])),
];

/** Ids of all people whom the plans' sentences mention: those of `idsNamedInPlans`, and those in overlays. */
export const idsNamedInSentences = (config: CommissionsConfig): string[] => [
  ...new Set([
    ...idsNamedInPlans(config),
    ...config.plans.flatMap(({ overlays }) => overlays.flatMap(({ userId, sellers }) => [userId, ...sellers])),
  ]),
];
