import type { Statement } from '../../../../contract/entities/statement.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import type { usePastStatements } from '../why/useAnswers.ts';

const t = messages.statements;

const getName = ({ user_name, start_date, end_date, format }: Statement): string =>
  fill(t.pastOf, {
    person: user_name,
    days: fill(messages.period.days, { start: formatDate(start_date), end: formatDate(end_date) }),
    format,
  });
/** True if the file no longer exists; the server explains this in a sentence. */
const isGone = ({ status, file_name }: Statement): boolean => status === 'completed' && file_name === null;

const getAction = ({ status }: Statement): string => (status === 'completed' ? t.pastDownload : t.pastOpen);

type Props = { past: ReturnType<typeof usePastStatements>; disabled: boolean; onOpen: (statement: Statement) => void };

/** The user's earlier requests, each with its file or its progress. */
export function PastStatements({ past, disabled, onOpen }: Props) {
  return (
    <AnsweredPanel {...past}>
      {(statements) =>
        statements.length > 0 && (
          <section className="quick-earlier">
            <h3>{t.past}</h3>
            <ul className="quick-past">
              {statements.map((statement) => (
                <li key={statement.id}>
                  <span>
                    {getName(statement)}
                    <small className="muted quick-note">
                      {isGone(statement) ? statement.error : fill(t.pastAt, { time: formatInstant(statement.created_at) })}
                    </small>
                  </span>
                  {!isGone(statement) && (
                    <Button
                      size="small"
                      severity="secondary"
                      disabled={disabled}
                      aria-label={fill(t.pastActionOf, { action: getAction(statement), statement: getName(statement) })}
                      onClick={() => onOpen(statement)}
                    >
                      {getAction(statement)}
                    </Button>
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
