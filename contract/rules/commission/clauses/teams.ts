import { roleLabels } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import { fractionOf } from '../../money.ts';
import { percent, usd } from '../explain/wording.ts';
import type { Plan } from '../plan.ts';
import { keyOfOverride, pathOfTeamKey, type TeamOverride } from '../team.ts';
import { joinWithAnd } from './joinWords.ts';
import { overlayKey } from './keys.ts';

const t = messages.planClauses;

/** Names of the people the reader may see, by id; the clauses mention nobody else. */
export type Names = ReadonlyMap<string, string>;
type Sentence = Readonly<{ key: string; path: string; sentence: string }>;

/** The visible names, and the number of hidden ones. */
export const namesOf = (ids: readonly string[], names: Names): string[] => {
  const knownNames = ids.flatMap((id) => names.get(id) ?? []);
  const unknownCount = ids.length - knownNames.length;
  return [
    ...knownNames,
    ...(unknownCount === 0 ? [] : [unknownCount === 1 ? t.anotherPerson : fill(t.otherPeople, { count: unknownCount })]),
  ];
};

/** "a rate by what the team sells in a quarter (2.0% up to $400,000.00 and 3.0% over $400,000.00)", or a single rate. */
const ratesOfTeam = ({ tiers, quota }: TeamOverride, { quota: { period } }: Plan): string => {
  if (tiers.length === 1) return percent(tiers[0]?.rate ?? 0);
  const rates = tiers.map(({ from, rate }, index) => {
    const next = tiers[index + 1];
    const words = { rate: percent(rate), from: usd(fractionOf(quota, from)), to: usd(fractionOf(quota, next?.from ?? 0)) };
    return fill(next ? (from === 0 ? t.teamUpTo : t.teamBetween) : from === 0 ? t.teamUpTo : t.teamOver, words);
  });
  return fill(t.teamTiers, { rates: joinWithAnd(rates), period: t.periods[period] });
};

/** One sentence per override that pays anything. */
export const overrideSentences = (plan: Plan): Sentence[] =>
  plan.teamOverrides.flatMap((override) => {
    const { role, level, tiers } = override;
    if (tiers.every(({ rate }) => rate === 0)) return [];
    const key = keyOfOverride(override);
    const words = { role: roleLabels[role], rate: ratesOfTeam(override, plan), level: level ?? 0 };
    const sentence = fill(level === null ? t.teamAbove : level === 1 ? t.team : t.teamLevel, words);
    return [{ key, path: pathOfTeamKey(plan, key) ?? 'team_override', sentence }];
  });

/** One sentence per overlay. A reader who may not see the supporting person reads "another person" instead. */
export const overlaySentences = ({ overlays }: Plan, names: Names): Sentence[] =>
  overlays.map(({ userId, sellers, rate }, index) => ({
    key: overlayKey(userId),
    path: `overlays[${index}]`,
    sentence: capitalize(
      fill(t.overlay, { name: joinWithAnd(namesOf([userId], names)), rate: percent(rate), sellers: joinWithAnd(namesOf(sellers, names)) }),
    ),
  }));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
