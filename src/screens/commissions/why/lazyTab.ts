import { later } from '../../../ui/later.ts';

export const [WhyTab, fetchWhyTab] = later(() => import('./WhyTab.tsx'));
