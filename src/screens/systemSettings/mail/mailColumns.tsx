import type { FailedMail } from '../../../../contract/entities/mail.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

const t = messages.failedMail;
type MailActions = Readonly<{ busy: boolean; retry: (mail: FailedMail) => void }>;

export const toMailWords = ({ subject, recipient }: FailedMail) => ({ subject, to: recipient });

export const RetryButton = ({ mail, busy, retry }: MailActions & { mail: FailedMail }) => (
  <Button size="small" severity="secondary" disabled={busy} aria-label={fill(t.retryOf, toMailWords(mail))} onClick={() => retry(mail)}>
    {t.retry}
  </Button>
);

const textColumn = (
  key: string,
  header: string,
  width: number,
  toText: (row: FailedMail) => string,
  align?: 'end',
): GridColumn<FailedMail> => ({
  key,
  header,
  width,
  ...(align ? { align } : {}),
  cell: toText,
  text: toText,
  tip: toText,
});

/** decisions 5.03: recipient, reason and time of the failure; never the content. */
export const mailColumns = (acts: MailActions): readonly GridColumn<FailedMail>[] => [
  textColumn('to', t.to, 190, (row) => row.recipient),
  textColumn('subject', t.subject, 220, (row) => row.subject),
  textColumn('reason', t.reason, 280, (row) => row.error),
  {
    key: 'actions',
    header: t.actions,
    width: 115,
    cell: (mail) => <RetryButton mail={mail} {...acts} />,
    text: () => '',
  },
  textColumn('failed', t.failed, 185, (row) => formatInstant(row.failed_at)),
  textColumn('attempts', t.attempts, 70, (row) => String(row.attempts), 'end'),
  textColumn('written', t.written, 185, (row) => formatInstant(row.created_at)),
];
