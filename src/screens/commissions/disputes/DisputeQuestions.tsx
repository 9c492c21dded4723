import { useState } from 'react';
import { disputeBadges } from '../../../../contract/entities/dispute.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { useQuestions } from './useWaiting.ts';
import { WaitingCount } from './WaitingCount.tsx';

const t = messages.disputes;

/** Next to Review Adjustments: the number of open questions the user may answer, with links. Reloads when `version` changes. */
export default function DisputeQuestions({ version, onOpen }: { version: unknown; onOpen: (commissionId: string) => void }) {
  const questions = useQuestions(version);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        severity="secondary"
        className="quick-answers"
        onClick={() => {
          questions.ask({});
          setOpen(true);
        }}
      >
        {t.questions}
        <WaitingCount count={questions.answer?.length ?? 0} label={t.waiting} />
      </Button>
      {open && (
        <LazyDialog title={t.questions} onClose={close}>
          <AnsweredPanel {...questions}>
            {(all) =>
              all.length === 0 ? (
                <p className="muted">{t.none}</p>
              ) : (
                <ul className="quick-questions">
                  {all.map((question) => (
                    <li key={question.id}>
                      <button
                        type="button"
                        className="quick-question"
                        aria-label={fill(t.openRecord, { invoice: question.invoice_number })}
                        onClick={() => {
                          close();
                          onOpen(question.commission_id);
                        }}
                      >
                        <span className="quick-question-head">
                          <strong>{question.invoice_number}</strong> {question.salesperson_name ?? question.opened_by}
                          <Badge severity={disputeBadges[question.state].severity}>{disputeBadges[question.state].label}</Badge>
                        </span>
                        <span>{question.messages[0]?.text}</span>
                        <span className="muted">{fill(t.asked, { who: question.opened_by, date: formatInstant(question.opened_at) })}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )
            }
          </AnsweredPanel>
        </LazyDialog>
      )}
    </>
  );
}
