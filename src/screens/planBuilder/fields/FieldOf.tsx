import type { ReactNode } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DraftObject, type DraftPath, pathText, valueAt } from '../../../../contract/rules/commission/config/draft.ts';
import { isObject } from '../../../../contract/rules/commission/config/reader.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { ownErrors } from '../draftErrors.ts';
import { leafText } from '../leafText.ts';
import { type FieldShape, keysOf, type LeafKind, type ListShape, type ObjectShape, type Shape } from '../shapes.ts';
import { useDraftEditing } from './editing.ts';
import { ChoiceField, JsonField, LeafField } from './LeafField.tsx';
import { isTextList, NameField, NamesField } from './PeopleField.tsx';
import { PayFields, TierFields } from './RateFields.tsx';
import { useShownFields } from './useShownFields.ts';

const t = messages.planBuilder;
type Props = Readonly<{ label: string; hint?: string | undefined; shape: Shape; path: DraftPath; value: unknown; whole: DraftObject }>;

const levelKinds: Readonly<Record<string, LeafKind>> = { net_revenue: 'money', attainment: 'attainment', margin: 'percent' };
const levelUnits: Readonly<Record<string, string>> = { money: ', $', attainment: ', %', percent: ', %' };

/** True if the shape can show the value without losing data. */
const canRepresent = (shape: Shape, value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  switch (shape.kind) {
    case 'object':
      return isObject(value);
    case 'list':
    case 'tiers':
      return Array.isArray(value);
    case 'either':
      return Array.isArray(value) || isObject(value);
    case 'people':
    case 'roles':
      return isTextList(value);
    case 'territories':
      return typeof value === 'string' || isTextList(value);
    case 'person':
    case 'role':
    case 'choice':
      return typeof value === 'string';
    case 'level':
      return typeof value === 'number' || typeof value === 'string';
    case 'pay':
      return true;
    default:
      return leafText(shape.kind, value) !== null;
  }
};

const isGroup = ({ kind }: Shape): boolean => ['object', 'list', 'either', 'tiers', 'pay'].includes(kind);

/** A group of fields has its label as a legend; a single field labels itself. */
function FieldGroup({ label, grouped, children }: Readonly<{ label: string; grouped: boolean; children: ReactNode }>) {
  if (!grouped) return children;
  return (
    <fieldset className="builder-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

type AddProps = Readonly<{ label: string; absent: readonly FieldShape[]; onAdd: (key: string) => void }>;

function AddField({ label, absent, onAdd }: AddProps) {
  const { disabled } = useDraftEditing();
  return (
    <div className="builder-add">
      <Field label={fill(t.addField, { clause: label })}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={[{ value: '', label: t.choose }, ...absent.map((field) => ({ value: field.key, label: field.label }))]}
            value=""
            disabled={disabled}
            onChange={({ target }) => onAdd(target.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** Errors of the value that none of its fields shows. */
export function OwnErrors({ path, places }: Readonly<{ path: DraftPath; places: readonly string[] }>): ReactNode {
  return ownErrors(useDraftEditing().errors, path, places).map((message) => (
    <p key={message} className="field-error" role="alert">
      {message}
    </p>
  ));
}

/** The keys of an object: its fields, optional fields to add, and all other keys as JSON. */
export function ObjectFields({
  label,
  shape,
  path,
  value,
}: Readonly<{ label: string; shape: ObjectShape; path: DraftPath; value: unknown }>) {
  const { disabled, change, changeKeys, removeKeys } = useDraftEditing();
  const whole: DraftObject = isObject(value) ? value : {};
  const { isShown, open, close } = useShownFields(shape.fields, whole);
  const shownFields = shape.fields.filter(isShown);
  const absentFields = shape.fields.filter((field) => !isShown(field));
  const knownKeys = new Set(shape.fields.flatMap(keysOf));
  const otherKeys = Object.keys(whole).filter((key) => !knownKeys.has(key));
  const shownPaths = [...shownFields.flatMap(keysOf), ...otherKeys].map((key) => pathText([...path, key]));
  const add = (key: string): void => {
    const field = absentFields.find((candidate) => candidate.key === key);
    if (!field) return;
    open(key);
    if (field.keys && isObject(field.start)) changeKeys(path, field.start);
    else if (field.start !== undefined) change([...path, key], field.start);
  };
  const remove = (field: FieldShape): void => {
    close(field.key);
    removeKeys(path, keysOf(field));
  };
  return (
    <div className="builder-object">
      <OwnErrors path={path} places={shownPaths} />
      <div className="builder-fields">
        {shownFields.map((field) => (
          <div key={field.key} className={`builder-field builder-${field.shape.kind}`}>
            <FieldGroup label={field.label} grouped={isGroup(field.shape)}>
              <FieldOf
                label={field.label}
                hint={field.hint}
                shape={field.shape}
                path={field.keys ? path : [...path, field.key]}
                value={valueAt(whole, [field.key])}
                whole={whole}
              />
            </FieldGroup>
            {field.optional && (
              <Button
                size="small"
                severity="text"
                className="builder-remove"
                disabled={disabled}
                aria-label={fill(t.removeEntry, { entry: field.label })}
                onClick={() => remove(field)}
              >
                {t.remove}
              </Button>
            )}
          </div>
        ))}
        {otherKeys.map((key) => (
          <div key={`other ${key}`} className="builder-field builder-other">
            <JsonField label={fill(t.own, { key })} path={[...path, key]} value={whole[key]} />
          </div>
        ))}
      </div>
      {absentFields.length > 0 && <AddField label={label} absent={absentFields} onAdd={add} />}
    </div>
  );
}

function ListFields({
  label,
  shape,
  path,
  value,
}: Readonly<{ label: string; shape: ListShape; path: DraftPath; value: readonly unknown[] }>) {
  const { disabled, change, removePart } = useDraftEditing();
  const moveUp = (index: number): void => change(path, value.with(index - 1, value[index]).with(index, value[index - 1]));
  return (
    <div className="builder-list">
      <OwnErrors path={path} places={value.map((_, index) => pathText([...path, index]))} />
      {value.map((entry, index) => {
        const entryLabel = fill(t.entry, { name: label, number: index + 1 });
        return (
          <fieldset key={`${String(value.length)} ${String(index)}`} className="builder-entry">
            <legend>{entryLabel}</legend>
            <FieldOf label={entryLabel} shape={shape.item} path={[...path, index]} value={entry} whole={{}} />
            <p className="builder-entry-acts">
              {index > 0 && (
                <Button size="small" severity="text" disabled={disabled} onClick={() => moveUp(index)}>
                  {fill(t.moveUp, { entry: entryLabel })}
                </Button>
              )}
              <Button size="small" severity="text" disabled={disabled} onClick={() => removePart([...path, index])}>
                {fill(t.removeEntry, { entry: entryLabel })}
              </Button>
            </p>
          </fieldset>
        );
      })}
      <p>
        <Button
          size="small"
          severity="secondary"
          disabled={disabled}
          aria-label={`${t.add}: ${label}`}
          onClick={() => change([...path, value.length], shape.start)}
        >
          {t.add}
        </Button>
      </p>
    </div>
  );
}

function EitherFields({ label, shape, path, value, whole }: Props & Readonly<{ shape: Extract<Shape, { kind: 'either' }> }>) {
  const { disabled, change } = useDraftEditing();
  const isList = Array.isArray(value);
  const onlyEntry: unknown = isList && value.length === 1 ? value[0] : null;
  return (
    <div>
      <FieldOf label={label} shape={isList ? shape.many : shape.one} path={path} value={value} whole={whole} />
      {(!isList || onlyEntry !== null) && (
        <p>
          <Button
            size="small"
            severity="secondary"
            disabled={disabled}
            onClick={() => change(path, isList ? onlyEntry : shape.first(value ?? {}))}
          >
            {isList ? t.toOne : t.toList}
          </Button>
        </p>
      )}
    </div>
  );
}

const renderLeafField = ({ shape, whole, ...field }: Props): ReactNode => {
  switch (shape.kind) {
    case 'level': {
      const kind = levelKinds[String(whole.metric)] ?? 'number';
      return <LeafField {...field} label={`${field.label}${levelUnits[kind] ?? ''}`} kind={kind} />;
    }
    case 'choice':
      return <ChoiceField {...field} values={shape.values} choiceWords={shape.words} />;
    case 'people':
    case 'roles':
    case 'territories':
      return <NamesField {...field} of={shape.kind} />;
    case 'person':
    case 'role':
      return <NameField {...field} of={shape.kind} />;
    case 'object':
    case 'list':
    case 'tiers':
    case 'pay':
    case 'either':
      return null;
    default:
      return <LeafField {...field} kind={shape.kind} />;
  }
};

/** The field for a value of this shape; a value the shape cannot show is edited as JSON. */
export function FieldOf(props: Props): ReactNode {
  const { label, shape, path, value, whole } = props;
  if (!canRepresent(shape, value)) return <JsonField label={label} path={path} value={value} />;
  switch (shape.kind) {
    case 'object':
      return <ObjectFields label={label} shape={shape} path={path} value={value} />;
    case 'list':
      return <ListFields label={label} shape={shape} path={path} value={Array.isArray(value) ? value : []} />;
    case 'either':
      return <EitherFields {...props} shape={shape} />;
    case 'tiers':
      return <TierFields path={path} tiers={Array.isArray(value) ? value : []} hasModes={shape.modes} />;
    case 'pay':
      return <PayFields path={path} whole={whole} />;
    default:
      return renderLeafField(props);
  }
}
