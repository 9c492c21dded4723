import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '../../../../contract/messages.ts';
import type { CellEditorProps, CommitKey, CellEditor as Editor } from '../types.ts';
import { SuggestField } from './SuggestField.tsx';
import './editor.css';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What comes after a key that ends the edit; null for all other keys. */
const afterKey = ({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent, kind: Editor['kind']): CommitKey | null => {
  // Enter that ends a composition (Japanese, Chinese) chooses a word.
  if (nativeEvent.isComposing) return null;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'all';
  const newLine = kind === 'long' && (shiftKey || altKey);
  return key === 'Enter' && !newLine ? 'down' : null;
};

// As tall as editor.css lets a list of suggestions be.
const SUGGESTIONS_PX = 248;
/** Turns a field, with what opens `below` it (px), towards where the grid has room for both. */
const turn = (field: HTMLElement, below: number): void => {
  const box = field.closest('.grid-scroller')?.getBoundingClientRect();
  const { right, bottom } = field.getBoundingClientRect();
  if (!box) return;
  field.parentElement?.toggleAttribute('data-up', bottom + below > box.bottom && box.height > 2 * (field.offsetHeight + below));
  field.parentElement?.toggleAttribute('data-left', right > box.right);
};

/** The field in a cell. Enter, Tab and Escape end it, so does the focus when it leaves; every change is told, so that none is lost. */
export function CellEditor({ editor, draft, onDraft, onCommit, onLeave, onCancel }: CellEditorProps) {
  const field = useRef<Field | null>(null);
  const chosenByPointer = useRef(false);
  const hintId = useId();

  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    if (element instanceof HTMLTextAreaElement) turn(element, 0);
    if (element?.getAttribute('role') === 'combobox') turn(element, SUGGESTIONS_PX);
    if (element instanceof HTMLSelectElement) return;
    // At the end, as in a spreadsheet: one more key corrects it.
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const onKeyDown = (event: KeyboardEvent<Field>) => {
    chosenByPointer.current = false;
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // The cell is the top-most thing: what it lies in stays open.
      event.stopPropagation();
      event.preventDefault();
      onCancel();
      return;
    }
    const by = afterKey(event, editor.kind);
    if (by === null) return;
    event.preventDefault();
    onCommit(event.currentTarget.value, by);
  };
  const common = {
    className: 'grid-editor',
    'aria-label': editor.label,
    tabIndex: -1,
    defaultValue: draft ?? editor.value,
    onKeyDown,
    onBlur: ({ currentTarget }: { currentTarget: Field }) => {
      // Still the focused one: it is the whole window that lost the focus.
      if (document.activeElement !== currentTarget) onLeave();
    },
    onChange: ({ currentTarget }: { currentTarget: Field }) => onDraft(currentTarget.value),
  };
  const keep = (element: Field | null) => {
    field.current = element;
  };
  if (editor.kind === 'select')
    return (
      <select
        ref={keep}
        {...common}
        onPointerDown={() => {
          chosenByPointer.current = true;
        }}
        // Arrow keys go through the options and choose none yet; a click has chosen.
        onChange={({ currentTarget: { value } }) => (chosenByPointer.current ? onCommit(value, 'stay') : onDraft(value))}
      >
        {editor.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  if (editor.kind === 'text' && editor.suggestions)
    return (
      <SuggestField
        input={{ ref: keep, type: 'text', ...common }}
        label={editor.label}
        suggestions={editor.suggestions}
        onTake={(value) => onCommit(value, 'stay')}
      />
    );
  if (editor.kind === 'text') return <input ref={keep} type="text" {...common} />;
  return (
    <span className="grid-long">
      <textarea ref={keep} rows={5} aria-describedby={hintId} {...common} />
      <span id={hintId} className="grid-long-hint">
        {messages.grid.longHint}
      </span>
    </span>
  );
}
