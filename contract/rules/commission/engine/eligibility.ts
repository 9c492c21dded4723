import type { Cents } from '../../money.ts';
import { exclusionKey, overrideKey } from '../clauses/keys.ts';
import type { Booking } from './booking.ts';
import type { DraftPart } from './parts.ts';
import { planOfBooking, type Terms } from './terms.ts';

/** True if the booking is outside quota and tiers: excluded, or a share in a team's revenue. */
export const isApart = ({ excluded, credit }: Booking): boolean => excluded || credit === 'override';

/** Step "eligibility": the part of a booking outside quota and tiers. An exclusion is a part even without revenue, because it is the reason. */
export const apartParts = (terms: Terms, booking: Booking, net: Cents): DraftPart[] => {
  if (booking.excluded) return [{ net, rate: 0, clause: exclusionKey(booking.exclusion ?? 0) }];
  const { teamOverride } = planOfBooking(terms, booking);
  return net === 0 ? [] : [{ net, rate: booking.rateOverride ?? 0, clause: overrideKey(teamOverride?.role) }];
};
