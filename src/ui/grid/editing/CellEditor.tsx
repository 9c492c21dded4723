import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '../../../../contract/messages.ts';
import type { CellEditorProps, CommitKey, CellEditorKind as Editor } from '../types.ts';
import { SuggestField } from './SuggestField.tsx';
import './editor.css';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** The next step after a key that ends the edit; null for all other keys. */
const toCommitKey = ({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent, kind: Editor['kind']): CommitKey | null => {
  // Enter confirms a word while an input method (Japanese, Chinese) is composing.
  if (nativeEvent.isComposing) return null;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'all';
  const newLine = kind === 'long' && (shiftKey || altKey);
  return key === 'Enter' && !newLine ? 'down' : null;
};

// The maximum height of suggestions, as in editor.css.
const SUGGESTIONS_PX = 248;
/** Opens a field with its popup of height `popupHeight` px toward the side where the grid has room. */
const setPopupSide = (field: HTMLElement, popupHeight: number): void => {
  const box = field.closest('.grid-scroller')?.getBoundingClientRect();
  const { right, bottom } = field.getBoundingClientRect();
  if (!box) return;
  field.parentElement?.toggleAttribute('data-up', bottom + popupHeight > box.bottom && box.height > 2 * (field.offsetHeight + popupHeight));
  field.parentElement?.toggleAttribute('data-left', right > box.right);
};

/** The editor of a cell. Enter, Tab, Escape and losing focus end the edit; every keystroke is reported, so that no draft is lost. */
export function CellEditor({ editor, draft, onDraft, onCommit, onLeave, onCancel }: CellEditorProps) {
  const field = useRef<Field | null>(null);
  const chosenByPointer = useRef(false);
  const hintId = useId();

  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    if (element instanceof HTMLTextAreaElement) setPopupSide(element, 0);
    if (element?.getAttribute('role') === 'combobox') setPopupSide(element, SUGGESTIONS_PX);
    if (element instanceof HTMLSelectElement) return;
    // Moves the caret to the end, as in a spreadsheet.
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const onKeyDown = (event: KeyboardEvent<Field>) => {
    chosenByPointer.current = false;
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // Escape ends only the edit; a panel around the grid stays open.
      event.stopPropagation();
      event.preventDefault();
      onCancel();
      return;
    }
    const commitKey = toCommitKey(event, editor.kind);
    if (commitKey === null) return;
    event.preventDefault();
    onCommit(event.currentTarget.value, commitKey);
  };
  const common = {
    className: 'grid-editor',
    'aria-label': editor.label,
    tabIndex: -1,
    defaultValue: draft ?? editor.value,
    onKeyDown,
    onBlur: ({ currentTarget }: { currentTarget: Field }) => {
      // The window lost focus, not the field.
      if (document.activeElement !== currentTarget) onLeave();
    },
    onChange: ({ currentTarget }: { currentTarget: Field }) => onDraft(currentTarget.value),
  };
  const focusOnMount = (element: Field | null) => {
    field.current = element;
  };
  if (editor.kind === 'select')
    return (
      <select
        ref={focusOnMount}
        {...common}
        onPointerDown={() => {
          chosenByPointer.current = true;
        }}
        // Arrow keys only browse the options; a click chooses.
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
        input={{ ref: focusOnMount, type: 'text', ...common }}
        label={editor.label}
        suggestions={editor.suggestions}
        onChoose={(value) => onCommit(value, 'stay')}
      />
    );
  if (editor.kind === 'text') return <input ref={focusOnMount} type="text" {...common} />;
  return (
    <span className="grid-long">
      <textarea ref={focusOnMount} rows={5} aria-describedby={hintId} {...common} />
      <span id={hintId} className="grid-long-hint">
        {messages.grid.longHint}
      </span>
    </span>
  );
}
