/** A one-line fault in the server or its rules. */
export type PlantedFault = Readonly<{ name: string; file: string; from: string; to: string }>;

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'monthly sums keep the old record',
    file: 'server/domain/commissions/recompute/updateTotals.ts',
    from: 'if (before) add(before, -1);',
    to: '',
  },
  {
    name: 'a repeated key does the work again',
    file: 'server/domain/shared/once.ts',
    from: 'if (stored) {',
    to: 'if (stored && stored.status === 0) {',
  },
  {
    name: 'the head of the audit chain is not moved',
    file: 'server/db/repositories/audit/audit.ts',
    from: "await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();",
    to: '',
  },
  {
    name: 'a gain of its author is not stopped',
    file: 'server/domain/facts/ownPay.ts',
    from: 'if (!payGain) return [];',
    to: 'return [];',
  },
  {
    name: 'a payment may exceed its amount',
    file: 'server/domain/payments/allocate.ts',
    from: 'if (fault) throw refusal(fault, request);',
    to: "if (fault && !fault.fault.startsWith('above')) throw refusal(fault, request);",
  },
  {
    name: 'the card counts paid as released',
    file: 'server/domain/commissions/commissionSummary.ts',
    from: 'total_commission_not_yet_due: money(earned - released)',
    to: 'total_commission_not_yet_due: money(earned - paid)',
  },
  {
    name: 'the lens shows the day before',
    file: 'server/domain/lens/asKnown.ts',
    from: 'const end = plusMs(startOfDay(addDays(day, 1), zone), -1);',
    to: 'const end = plusMs(startOfDay(day, zone), -1);',
  },
  {
    name: 'a notice is written for each occurrence',
    file: 'server/db/repositories/notifications/notifications.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    from: '${link}, ${dedupe_key}, ${now.toISOString()}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    to: '${link}, null, ${now.toISOString()}',
  },
  {
    name: 'a payment recomputes nothing',
    file: 'server/domain/payments/writeReceipt.ts',
    from: 'made: [{ invoices }],',
    to: 'made: [],',
  },
  {
    name: 'a password is logged',
    file: 'server/http/routes/session/login.ts',
    from: 'const origin = originOf(request);',
    to: 'const origin = (request.log.warn(JSON.stringify(request.body)), originOf(request));',
  },
  {
    name: 'closed months are computed again',
    file: 'server/domain/commissions/recompute/closedMonths.ts',
    from: 'if (months.length === 0) return new Map();',
    to: 'if (months.length >= 0) return new Map();',
  },
];
