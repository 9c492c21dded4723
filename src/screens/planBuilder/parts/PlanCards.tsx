import { useEffect, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DraftObject, type DraftPath, pathText, valueAt } from '../../../../contract/rules/commission/config/draft.ts';
import { isObject } from '../../../../contract/rules/commission/config/reader.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { countWithin, isWithinAny } from '../draftErrors.ts';
import { useDraftEditing } from '../fields/editing.ts';
import { FieldOf, OwnErrors } from '../fields/FieldOf.tsx';
import { JsonField } from '../fields/LeafField.tsx';
import { useShownFields } from '../fields/useShownFields.ts';
import { type FieldShape, keysOf, planHead, planShape } from '../shapes.ts';

const t = messages.planBuilder;

const focusClause = (key: string): void => {
  const card = document.querySelector(`[data-clause="${key}"]`);
  card?.querySelector<HTMLElement>('input, select, textarea, [tabindex="0"]')?.focus();
};

type ClauseProps = Readonly<{ card: FieldShape; path: DraftPath; plan: DraftObject; onRemove: () => void }>;

/** One clause with its fields and the number of its errors. */
function ClauseCard({ card, path, plan, onRemove }: ClauseProps) {
  const { errors, warnings, disabled } = useDraftEditing();
  const clausePaths = keysOf(card).map((key) => pathText([...path, key]));
  const count = countWithin(errors, clausePaths);
  const clauseWarnings = [...new Set([...warnings].filter(([at]) => isWithinAny(at, clausePaths)).map(([, message]) => message))];
  return (
    <Card
      className="builder-card"
      title={
        <>
          {card.label} {count > 0 && <Badge severity="danger">{fill('{count} {count|error|errors}', { count })}</Badge>}
        </>
      }
      actions={
        <Button
          size="small"
          severity="text"
          disabled={disabled}
          aria-label={fill(t.removeClause, { clause: card.label })}
          onClick={onRemove}
        >
          {t.remove}
        </Button>
      }
    >
      <FieldOf
        label={card.label}
        hint={card.hint}
        shape={card.shape}
        path={card.keys ? path : [...path, card.key]}
        value={valueAt(plan, [card.key])}
        whole={plan}
      />
      {clauseWarnings.map((message) => (
        <Alert key={message} severity="warning">
          {message}
        </Alert>
      ))}
    </Card>
  );
}

function AddClause({ absent, onAdd }: Readonly<{ absent: readonly FieldShape[]; onAdd: (card: FieldShape) => void }>) {
  const { disabled } = useDraftEditing();
  if (absent.length === 0) return null;
  return (
    <Card title={t.addClause} className="builder-card">
      <div className="builder-clauses">
        {absent.map((card) => (
          <Button key={card.key} size="small" severity="secondary" disabled={disabled} onClick={() => onAdd(card)}>
            {card.label}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** A plan as cards: its name, its clauses, clauses to add, and keys without a card as JSON. */
export function PlanCards({ path, plan }: Readonly<{ path: DraftPath; plan: unknown }>) {
  const { change, changeKeys, removeKeys } = useDraftEditing();
  const { isShown, open, close } = useShownFields(planShape.fields, isObject(plan) ? plan : {});
  const [addedKey, setAddedKey] = useState<string | null>(null);
  useEffect(() => {
    if (addedKey !== null) focusClause(addedKey);
  }, [addedKey]);
  if (!isObject(plan)) return <JsonField label={t.plansLabel} path={path} value={plan} />;
  const shownFields = planShape.fields.filter(isShown);
  const knownKeys = new Set([...planHead.fields, ...planShape.fields].flatMap(keysOf));
  const otherKeys = Object.keys(plan).filter((key) => !knownKeys.has(key));
  const places = [...knownKeys, ...otherKeys].map((key) => pathText([...path, key]));
  const add = (card: FieldShape): void => {
    open(card.key);
    setAddedKey(card.key);
    if (card.keys) changeKeys(path, card.start as DraftObject);
    else change([...path, card.key], card.start);
  };
  const remove = (card: FieldShape): void => {
    close(card.key);
    setAddedKey(null);
    removeKeys(path, keysOf(card));
  };
  return (
    <>
      <OwnErrors path={path} places={places} />
      <Card className="builder-card" title={messages.planFields.name}>
        <div className="builder-fields">
          {planHead.fields.map(({ key, label, shape }) => (
            <FieldOf key={key} label={label} shape={shape} path={[...path, key]} value={plan[key]} whole={plan} />
          ))}
        </div>
      </Card>
      {shownFields.map((card) => (
        <div key={card.key} data-clause={card.key}>
          <ClauseCard card={card} path={path} plan={plan} onRemove={() => remove(card)} />
        </div>
      ))}
      {otherKeys.map((key) => (
        <Card key={`other ${key}`} className="builder-card" title={fill(t.own, { key })}>
          <JsonField label={key} path={[...path, key]} value={plan[key]} />
          <p>
            <Button size="small" severity="text" onClick={() => removeKeys(path, [key])}>
              {fill(t.removeClause, { clause: key })}
            </Button>
          </p>
        </Card>
      ))}
      <AddClause absent={planShape.fields.filter((card) => !isShown(card))} onAdd={add} />
    </>
  );
}
