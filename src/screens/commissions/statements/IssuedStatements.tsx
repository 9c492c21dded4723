import type { IssuedStatement } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { statementMonth, useIssuedStatements } from './useIssued.ts';

const t = messages.closing;

const getNote = ({ state, confirmed_at }: IssuedStatement): string => {
  if (state !== 'written') return t.states[state];
  return confirmed_at === null ? t.notConfirmed : fill(t.confirmedAt, { time: formatInstant(confirmed_at) });
};

/** Lets users download and confirm their statements of closed months (decisions 2.11). */
export function IssuedStatements() {
  const { list, error, busy, run, dismiss } = useIssuedStatements();
  return (
    <AnsweredPanel {...list}>
      {(statements) =>
        statements.length > 0 && (
          <section className="quick-earlier">
            <h3>{t.mine}</h3>
            {error !== null && <Alert onDismiss={dismiss}>{error}</Alert>}
            <ul className="quick-past">
              {statements.map((statement) => (
                <li key={statement.id}>
                  <span>
                    {fill(t.mineOf, { month: statementMonth(statement) })}
                    <small className="muted quick-note">{getNote(statement)}</small>
                  </span>
                  {statement.file_name !== null && (
                    <span className="quick-issued">
                      <Button
                        size="small"
                        severity="secondary"
                        disabled={busy}
                        aria-label={`${t.download}: ${fill(t.mineOf, { month: statementMonth(statement) })}`}
                        onClick={() => run({ kind: 'download', statement })}
                      >
                        {t.download}
                      </Button>
                      {statement.state === 'written' && statement.confirmed_at === null && (
                        <Button
                          size="small"
                          disabled={busy}
                          aria-label={fill(t.confirmOf, { month: statementMonth(statement) })}
                          onClick={() => run({ kind: 'confirm', statement })}
                        >
                          {t.confirm}
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
    </AnsweredPanel>
  );
}
