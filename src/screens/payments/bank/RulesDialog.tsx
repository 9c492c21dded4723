import type { BankRule } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { BankService } from '../../../services/bank.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useRules } from './useRules.ts';

const t = messages.bank.rules;
const LIST_PX = 160;
const ruleText = ({ counterparty, party, reason }: BankRule): string =>
  party === null ? fill(t.ignore, { counterparty, reason: reason ?? '' }) : fill(t.party, { counterparty, party });

/** The rules that users created, each with a Remove button. */
export default function RulesDialog({ service, onClose }: { service: BankService; onClose: () => void }) {
  const { list, removal, busy, removing, remove, dismiss } = useRules(service);
  const { answer, error, retry } = list;
  return (
    <Dialog title={t.title} onClose={onClose}>
      {removal !== null && <Alert onDismiss={dismiss}>{removal}</Alert>}
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={LIST_PX} />}
      {answer?.length === 0 && <p>{t.none}</p>}
      <ul className="bank-parts">
        {(answer ?? []).map((rule) => (
          <li key={rule.id} className="bank-part">
            <span>
              {ruleText(rule)}
              <span className="muted bank-rule-by">
                {fill(t.by, { name: rule.created_by })} · {formatInstant(rule.created_at)}
              </span>
            </span>
            <Button
              size="small"
              severity="secondary"
              aria-label={fill(t.removeLabel, { counterparty: rule.counterparty })}
              disabled={busy}
              loading={removing === rule.id}
              onClick={() => remove(rule)}
            >
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
