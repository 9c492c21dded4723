import type { BankCandidate } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { linesText, lineText } from './bankNames.ts';
import type { BankDesk } from './useBankDesk.ts';

const t = messages.bank;
type Lines = Readonly<{ lines: BankCandidate['lines'] }>;

export function MatchLines({ lines }: Lines) {
  return (
    <ul className="bank-lines">
      {lines.map((line) => (
        <li key={`${line.kind} ${line.id}`}>
          <span>
            {lineText(line)} <span className="muted">{formatDate(line.day)}</span>
          </span>
          <span className="figure">{formatMoney(toCents(line.amount))}</span>
        </li>
      ))}
    </ul>
  );
}

/** A possible match: its score, the items it pays, and the reasons. */
export function CandidateCard({ candidate, desk, isProposed }: { candidate: BankCandidate; desk: BankDesk; isProposed: boolean }) {
  const { score, lines, reasons } = candidate;
  return (
    <article className="bank-candidate" aria-label={linesText(lines)}>
      <header>
        <Badge severity={isProposed ? 'info' : 'secondary'}>{fill(t.score, { score })}</Badge>
        {!isProposed && (
          <Button
            size="small"
            severity="secondary"
            unavailable={desk.busy}
            aria-label={`${t.actions.use}: ${linesText(lines)}`}
            onClick={() => desk.acceptCandidate(candidate)}
          >
            {t.actions.use}
          </Button>
        )}
      </header>
      <MatchLines lines={lines} />
      <ul className="bank-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </article>
  );
}
