import type { BankCandidate } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { linesText, lineText } from './bankNames.ts';
import type { BankDesk } from './useBankDesk.ts';

const text = messages.bank;
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
export function Candidate({ candidate, desk, isProposed }: { candidate: BankCandidate; desk: BankDesk; isProposed: boolean }) {
  const { score, lines, reasons } = candidate;
  return (
    <article className="bank-candidate" aria-label={linesText(lines)}>
      <header>
        <Badge severity={isProposed ? 'info' : 'secondary'}>{fill(text.score, { score })}</Badge>
        {!isProposed && (
          <Button
            size="small"
            severity="secondary"
            unavailable={desk.busy}
            aria-label={`${text.actions.use}: ${linesText(lines)}`}
            onClick={() => desk.use(candidate)}
          >
            {text.actions.use}
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
