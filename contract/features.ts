/**
 * What a server may announce in `GET /api/v1/public/settings` beyond the calls of spec section 7.
 * The app makes a call outside section 7 only when its feature is listed (decisions 1.03).
 */
export const features = [
  'adjustments',
  'change-password',
  'commission-search',
  'config-history',
  'config-preview',
  'disputes',
  'event-timeline',
  'explain',
  'history',
  'imports',
  'mail-failures',
  'no-mail',
  'no-push',
  'notifications-count',
  'own-data',
  'periods',
  'profile',
  'projections',
  'refresh-retry',
  'sessions',
  'statements',
  'users-import',
  'users-pages',
  'users-temporary-password',
] as const;
export type Feature = (typeof features)[number];
