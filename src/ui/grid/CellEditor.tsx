import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import type { AfterCommit, CellEditor as Editor } from './types.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type CellEditorProps = {
  editor: Editor;
  /** The character that was typed on the cell, instead of its value. */
  typed: string | null;
  /** While it is saved the field cannot be changed. */
  saving: boolean;
  onCommit: (value: string, then: AfterCommit) => void;
  /** The focus went elsewhere: with the new value, or null when nothing was changed. */
  onLeave: (value: string | null) => void;
  /** Its row or its grid went away under it: with what was written, or null. */
  onGone: (value: string | null) => void;
  onCancel: () => void;
};

const firstValue = (editor: Editor, typed: string | null): string => {
  if (typed === null) return editor.value;
  if (editor.kind !== 'select') return typed;
  return editor.options.find(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()))?.value ?? editor.value;
};

/** What comes after a key that ends the edit; null for all other keys. */
const afterKey = ({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent, kind: Editor['kind']): AfterCommit | null => {
  // Enter that ends a composition (Japanese, Chinese) chooses a word.
  if (nativeEvent.isComposing) return null;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  const newLine = kind === 'long' && (shiftKey || altKey);
  return key === 'Enter' && !newLine ? 'down' : null;
};

/** Turns a text area towards where the grid has room for it. */
const turn = (area: HTMLElement): void => {
  const box = area.closest('.grid-scroller')?.getBoundingClientRect();
  const { right, bottom } = area.getBoundingClientRect();
  if (!box) return;
  area.parentElement?.toggleAttribute('data-up', bottom > box.bottom && box.height > 2 * area.offsetHeight);
  area.parentElement?.toggleAttribute('data-left', right > box.right);
};

/** The field in a cell. It keeps its own draft; Enter, Tab and Escape end it, so does the focus when it leaves. */
export function CellEditor({ editor, typed, saving, onCommit, onLeave, onGone, onCancel }: CellEditorProps) {
  const field = useRef<Field | null>(null);
  const original = useRef(editor.value);
  /** What was handed out last: leaving with that is no second commit. `closed` once nothing may be handed out any more. */
  const sent = useRef<string | null>(null);
  const closed = useRef(false);
  const chosenByPointer = useRef(false);
  const started = useRef(typed);
  const hintId = useId();
  const gone = useRef(onGone);
  const lives = useRef(0);

  useLayoutEffect(() => {
    gone.current = onGone;
  });
  useLayoutEffect(() => {
    if (saving) return;
    // Also after a save that failed: the person goes on where they were.
    sent.current = null;
    const element = field.current;
    element?.focus();
    if (element instanceof HTMLTextAreaElement) turn(element);
    if (element instanceof HTMLSelectElement) return;
    if (started.current === null && element instanceof HTMLInputElement) element.select();
    else element?.setSelectionRange(element.value.length, element.value.length);
  }, [saving]);
  useLayoutEffect(() => {
    closed.current = false;
    lives.current += 1;
    const life = lives.current;
    return () => {
      const value = field.current?.value ?? null;
      const ended = closed.current || sent.current !== null;
      closed.current = true;
      // React's strict mode takes effects down and up again at once: only who stays away is gone.
      queueMicrotask(() => {
        if (closed.current && !ended && life === lives.current) gone.current(value === original.current ? null : value);
      });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<Field>) => {
    chosenByPointer.current = false;
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // The cell is the top-most thing: what it lies in stays open.
      event.stopPropagation();
      event.preventDefault();
      closed.current = true;
      onCancel();
      return;
    }
    const then = afterKey(event, editor.kind);
    if (then === null) return;
    event.preventDefault();
    commit(event.currentTarget.value, then);
  };
  const commit = (value: string, then: AfterCommit) => {
    sent.current = value;
    onCommit(value, then);
  };
  const common = {
    className: 'grid-editor',
    'aria-label': editor.label,
    'aria-busy': saving || undefined,
    tabIndex: -1,
    defaultValue: firstValue(editor, started.current),
    onKeyDown,
    onBlur: ({ currentTarget }: { currentTarget: Field }) => {
      const { value } = currentTarget;
      // Still the focused one: it is the whole window that lost the focus.
      if (closed.current || saving || value === sent.current || document.activeElement === currentTarget) return;
      sent.current = value;
      onLeave(value === original.current ? null : value);
    },
  };
  const keep = (element: Field | null) => {
    field.current = element;
  };
  if (editor.kind === 'select')
    return (
      <select
        ref={keep}
        disabled={saving}
        {...common}
        onPointerDown={() => {
          chosenByPointer.current = true;
        }}
        // Arrow keys go through the options and choose none yet; a click has chosen.
        onChange={(event) => {
          if (chosenByPointer.current) commit(event.currentTarget.value, 'stay');
        }}
      >
        {editor.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  if (editor.kind === 'text') return <input ref={keep} type="text" readOnly={saving} {...common} />;
  return (
    <span className="grid-long">
      <textarea ref={keep} rows={5} readOnly={saving} aria-describedby={hintId} {...common} />
      <span id={hintId} className="grid-long-hint">
        {messages.grid.longHint}
      </span>
    </span>
  );
}
