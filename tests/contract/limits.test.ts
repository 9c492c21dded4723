import { describe, expect, it } from 'vitest';
import { commissionStatuses } from '../../contract/entities/commission.ts';
import { limits } from '../../contract/limits.ts';

/** Spec section 9 and the limits of decisions.md, number by number: [statement, subject, value in code, expected value]. */
const written: readonly (readonly [string, string, unknown, unknown])[] = [
  ['spec 9.01', 'the access token is stored as token', limits.storage.token, 'token'],
  ['spec 9.01', 'the refresh token is stored as refresh_token', limits.storage.refreshToken, 'refresh_token'],
  ['spec 9.01', 'stale time is 5 minutes', limits.query.staleMs, 300_000],
  ['spec 9.01', 'queries retry once', limits.query.retries, 1],
  ['spec 9.02', 'a quarter is 3 months', limits.quarterMonths, 3],
  ['spec 9.03', 'notifications: 10 items', limits.notifications.items, 10],
  ['spec 9.03', 'the badge caps at 99', limits.notifications.badgeCap, 99],
  ['spec 9.04', 'default quota', limits.summaryDefaults.quota, 100_000],
  ['spec 9.04', 'default base rate', limits.summaryDefaults.baseRate, 0.05],
  ['spec 9.04', 'default over-quota rate', limits.summaryDefaults.overQuotaRate, 0.075],
  ['spec 9.06', 'a table shows 5 rows at least', limits.table.minRows, 5],
  ['spec 9.06', 'commissions table', limits.table.commissions, { row: 60, header: 280, footer: 120, padding: 60 }],
  ['spec 9.06', 'adjustments table', limits.table.adjustments, { row: 50, header: 200, footer: 80, padding: 40 }],
  ['spec 9.07', 'invoice search waits 300 ms', limits.invoiceSearchDebounceMs, 300],
  ['spec 9.07', 'modal save and delete wait 500 ms', limits.modalDelayMs, 500],
  ['spec 9.07', 'event filter text waits 250 ms', limits.events.filterDebounceMs, 250],
  ['spec 9.08', 'events page size', limits.events.pageSize, 50],
  ['spec 9.08', 'events refresh 2 s after a sync', limits.events.syncRefreshMs, 2000],
  ['spec 9.08', 'a column is 60 px wide at least', limits.table.minColumnWidth, 60],
  ['spec 9.08', '27 event columns', limits.events.columns, 27],
  ['spec 2.46', 'tooltips show after 250 ms', limits.events.tooltipShowMs, 250],
  ['spec 2.46', 'tooltips hide after 400 ms', limits.events.tooltipHideMs, 400],
  ['spec 9.09', 'exceeded from 100%', limits.attainment.exceeded, 1],
  ['spec 9.09', 'on track from 80%', limits.attainment.onTrack, 0.8],
  ['spec 4.06', 'commissions page success from', limits.attainment.commissionsSuccess, 0.67],
  ['spec 4.06', 'commissions page warning from', limits.attainment.commissionsWarning, 0.33],
  ['spec 5.04', 'pickers go back 10 years', limits.pickerYearsBack, 10],
  ['decisions 4.01', 'access token, minutes', limits.auth.accessTokenMinutes, 15],
  ['decisions 4.01', 'refresh token, hours', limits.auth.refreshHours, 12],
  ['decisions 4.01', 'remembered refresh token, days', limits.auth.rememberedRefreshDays, 30],
  ['decisions 4.01', 'a refresh race is 10 s', limits.auth.reuseWindowMs, 10_000],
  ['decisions 4.02', 'a temporary password lasts 72 hours', limits.auth.temporaryPasswordHours, 72],
  ['decisions 4.02', 'a new password has 12 characters', limits.auth.passwordMinLength, 12],
  ['decisions 5.01', 'the unread count is asked every 60 s', limits.notifications.pollMs, 60_000],
];

describe('limits', () => {
  it.each(written)('%s: %s', (_statement, _what, inCode, expected) => expect(inCode).toEqual(expected));

  it('spec 4.03: there are five commission statuses', () => expect(commissionStatuses).toHaveLength(5));
});
