import '../why/why.css';
import type { WhyNot, WhyNotFound } from '../../../../contract/entities/whyNot.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { useWhyNot } from './useWhyNot.ts';

const t = messages.whyNot;

function FoundItem({ item }: { item: WhyNotFound }) {
  return (
    <section className="why-part">
      <h3>{item.kind === 'invoice' ? <RefLink of={{ kind: 'invoice', id: item.id }}>{item.title}</RefLink> : item.title}</h3>
      <ul className="why-blocks">
        {item.reasons.map((reason) => (
          <li key={reason.code}>
            {fill(messages.explain.block, { sentence: reason.sentence, who: reason.who })}{' '}
            {reason.ref && (
              <RefLink of={reason.ref} day={reason.day ?? null}>
                {t.show}
              </RefLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A missing item and one the user may not see read the same. */
function Answer({ answer: { asked: query, data, more } }: { answer: WhyNot }) {
  if (data.length === 0)
    return (
      <div>
        <p>{fill(t.nothing, { text: query })}</p>
        <p className="muted">{t.nothingNext}</p>
      </div>
    );
  return (
    <>
      {data.map((item) => (
        <FoundItem key={`${item.kind} ${item.id}`} item={item} />
      ))}
      {more && <p className="muted">{t.more}</p>}
    </>
  );
}

type Props = { range: DateRange; userId: string | null; ask: string; onAsk: (text: string) => void; onClose: () => void };

/** Explains why an invoice, a deal or an event is missing from the list of these days, and who can change that. */
export default function WhyNotDialog({ range, userId, onClose, ...linked }: Props) {
  const whyNot = useWhyNot(range, userId, linked);
  return (
    <Dialog title={userId === null ? t.titleOther : t.title} onClose={onClose}>
      <div className="why">
        <form
          className="why-not-form"
          onSubmit={(event) => {
            event.preventDefault();
            whyNot.ask();
          }}
        >
          <Field label={t.field} hint={t.hint}>
            {(controlProps) => (
              <Input
                {...controlProps}
                type="text"
                maxLength={limits.whyNotLength}
                value={whyNot.text}
                onChange={({ target: { value } }) => whyNot.type(value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={!whyNot.mayAsk}>
            {whyNot.asking ? t.asking : t.ask}
          </Button>
        </form>
        {whyNot.error !== null && <Alert>{whyNot.error}</Alert>}
        <div role="status" className="why-answer">
          {whyNot.answer && <Answer answer={whyNot.answer} />}
        </div>
      </div>
    </Dialog>
  );
}
