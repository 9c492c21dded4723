/**
 * What a server may announce in `GET /api/v1/public/settings` beyond the calls of spec section 7.
 * The app makes a call outside section 7 only when its feature is listed (decisions 1).
 */
export const features = ['change-password', 'commission-summary', 'notifications-count', 'sessions'] as const;
export type Feature = (typeof features)[number];
