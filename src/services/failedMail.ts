import type { Pagination } from '../../contract/entities/common.ts';
import type { FailedMail, MailFailures } from '../../contract/entities/mail.ts';
import type { Http } from './http.ts';

const path = '/api/v1/mail-failures';
export type MailSummary = Omit<MailFailures, 'data'>;

/** Feature `mail-failures`: emails that permanently failed (decisions 5.03). */
export const createFailedMail = (http: Http) => ({
  /** The newest hundred, as one page. */
  page: async (signal?: AbortSignal): Promise<{ data: readonly FailedMail[]; summary: MailSummary; pagination: Pagination }> => {
    const { data, ...summary } = await http<MailFailures>(path, { ...(signal ? { signal } : {}) });
    return { data, summary, pagination: { cursor: null, limit: data.length, total: data.length } };
  },
  retry: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}/retry`, { method: 'POST', body: {} }),
});
