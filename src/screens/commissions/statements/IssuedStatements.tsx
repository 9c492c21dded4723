import type { IssuedStatement } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Answered } from '../../../shared/trace/Answered.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { monthOf, useIssued } from './useIssued.ts';

const text = messages.closing;

const noteOf = ({ state, confirmed_at }: IssuedStatement): string => {
  if (state !== 'written') return text.states[state];
  return confirmed_at === null ? text.notConfirmed : fill(text.confirmedAt, { time: formatInstant(confirmed_at) });
};

/** The user's own statements of closed months, to download and confirm (decisions 2.11). */
export function IssuedStatements() {
  const { list, error, busy, run, dismiss } = useIssued();
  return (
    <Answered {...list}>
      {(statements) =>
        statements.length > 0 && (
          <section className="quick-earlier">
            <h3>{text.mine}</h3>
            {error !== null && <Alert onDismiss={dismiss}>{error}</Alert>}
            <ul className="quick-past">
              {statements.map((statement) => (
                <li key={statement.id}>
                  <span>
                    {fill(text.mineOf, { month: monthOf(statement) })}
                    <small className="muted quick-note">{noteOf(statement)}</small>
                  </span>
                  {statement.file_name !== null && (
                    <span className="quick-issued">
                      <Button
                        size="small"
                        severity="secondary"
                        disabled={busy}
                        aria-label={`${text.download}: ${fill(text.mineOf, { month: monthOf(statement) })}`}
                        onClick={() => run({ kind: 'download', statement })}
                      >
                        {text.download}
                      </Button>
                      {statement.state === 'written' && statement.confirmed_at === null && (
                        <Button
                          size="small"
                          disabled={busy}
                          aria-label={fill(text.confirmOf, { month: monthOf(statement) })}
                          onClick={() => run({ kind: 'confirm', statement })}
                        >
                          {text.confirm}
                        </Button>
                      )}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Answered>
  );
}
