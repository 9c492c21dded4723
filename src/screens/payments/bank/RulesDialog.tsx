import { useState } from 'react';
import type { BankRule } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import type { BankService } from '../../../services/bank.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';

const text = messages.bank.rules;
const LIST_PX = 160;
const wordsOf = ({ counterparty, party, reason }: BankRule): string =>
  party === null ? fill(text.ignore, { counterparty, reason: reason ?? '' }) : fill(text.party, { counterparty, party });

/** What somebody asked to be remembered, and how to take it back. */
export default function RulesDialog({ service, onClose }: { service: BankService; onClose: () => void }) {
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const { answer, error, retry, ask } = useAnswer<readonly BankRule[]>(service.rules, {}, text.failed);
  const remove = async ({ id, counterparty }: BankRule): Promise<void> => {
    if (!confirmWithUser(fill(text.confirm, { counterparty }))) return;
    try {
      await service.removeRule(id);
      toast(text.removed);
      setFailure(null);
    } catch {
      setFailure(text.removeFailed);
    }
    ask({});
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      {failure !== null && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={LIST_PX} />}
      {answer?.length === 0 && <p>{text.none}</p>}
      <ul className="bank-parts">
        {(answer ?? []).map((rule) => (
          <li key={rule.id} className="bank-part">
            <span>
              {wordsOf(rule)}
              <span className="muted bank-rule-by">
                {fill(text.by, { name: rule.created_by })} · {formatInstant(rule.created_at)}
              </span>
            </span>
            <Button
              size="small"
              severity="secondary"
              aria-label={fill(text.removeLabel, { counterparty: rule.counterparty })}
              onClick={() => void remove(rule)}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
