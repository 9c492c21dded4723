import type { Cents } from '../../money.ts';
import { exclusionKey, overrideKey, teamTierKey } from '../clauses/keys.ts';
import type { Booking } from './booking.ts';
import type { DraftPart } from './parts.ts';
import { marginalParts } from './rate.ts';
import { planOfBooking, stepsOf, type Terms } from './terms.ts';

/** True if the booking is outside quota and tiers: excluded, or a share in a team's revenue. */
export const isOutsideTiers = ({ excluded, credit }: Booking): boolean => excluded || credit === 'override';

/** Key of the override whose tiers a booking's revenue counts toward; null if none. */
export const teamKeyOf = ({ excluded, share }: Booking): string | null =>
  !excluded && share !== undefined && share.tiers.length > 1 ? share.key : null;

/** A share in a team's revenue. `revenueBefore`: the team's revenue before it, which decides its tiers. */
const shareParts = (terms: Terms, booking: Booking, net: Cents, revenueBefore: Cents): DraftPart[] => {
  const { share, rateOverride } = booking;
  const plan = planOfBooking(terms, booking);
  if (!share) return net === 0 ? [] : [{ net, rate: rateOverride ?? 0, clause: overrideKey(plan.teamOverrides[0]?.role) }];
  const { key, tiers, quota } = share;
  const steps = stepsOf(tiers, 'marginal', quota, (tier) => (tiers.length > 1 ? teamTierKey(key, tier) : key));
  return marginalParts(steps, net, net, revenueBefore).map((part) => (share.plan === plan.id ? part : { ...part, plan: share.plan }));
};

/**
 * Step "eligibility": the parts of a booking outside quota and tiers. An exclusion is a part even without revenue, because it states the
 * reason.
 */
export const outsideTierParts = (terms: Terms, booking: Booking, net: Cents, teamRevenue: Readonly<Record<string, Cents>>): DraftPart[] => {
  if (booking.excluded) return [{ net, rate: 0, clause: exclusionKey(booking.exclusion ?? 0) }];
  return shareParts(terms, booking, net, teamRevenue[teamKeyOf(booking) ?? ''] ?? 0);
};
