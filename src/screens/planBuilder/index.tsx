import './planBuilder.css';
import { useSearch } from 'wouter';
import { Builder } from './Builder.tsx';
import { Drafts } from './drafts/Drafts.tsx';

/** decisions 2.35, 2.36: the list of plan drafts, or the draft in the URL. */
export default function PlanBuilderScreen() {
  const id = new URLSearchParams(useSearch()).get('draft') ?? '';
  return id === '' ? <Drafts /> : <Builder key={id} id={id} />;
}
