// What the saxes reader knows about each open element that holds elements.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { Container, ListContent, MapContent } from './xml-content.ts';
import type { OpenRecord } from './xml-rules.ts';

export type Frame = ListFrame | MapFrame | RecordFrame;

interface Opened {
  readonly name: string;
  readonly parent: Frame | null;
}

export interface ListFrame extends Opened {
  readonly kind: 'list';
  readonly content: ListContent;
  readonly values: DataValue[];
}

export interface MapFrame extends Opened {
  readonly kind: 'map';
  readonly content: MapContent;
  readonly values: DataRecord;
  /** The key of the entry that is open or was open last. */
  key: string;
}

export interface RecordFrame extends Opened, OpenRecord {
  readonly kind: 'record';
  at: number;
  /** null if there may be no text, or no more. */
  text: string | null;
}

export function openFrame(content: Container, name: string, parent: Frame | null): Frame {
  switch (content.kind) {
    case 'list':
      return { kind: 'list', content, name, parent, values: [] };
    case 'map':
      return { kind: 'map', content, name, parent, values: {}, key: '' };
    case 'record':
      return {
        kind: 'record',
        content,
        name,
        parent,
        slots: [],
        at: 0,
        came: content.anyOrder ? [] : null,
        text: content.text === null ? null : '',
      };
  }
}

/** `/things/thing[2]`: positions count from 1, entries have their keys. */
export function framePath(frame: Frame): string {
  const around = frame.parent === null ? '' : framePath(frame.parent);
  return around + stepIn(frame.parent, frame.name);
}

/** The step of the path to an element that is open in a frame. */
export function stepIn(parent: Frame | null, name: string): string {
  if (parent?.kind === 'record' && parent.content.fields[parent.at]!.repeats) {
    return `/${name}[${((parent.slots[parent.at] as DataValue[] | undefined)?.length ?? 0) + 1}]`;
  }
  if (parent?.kind === 'list') return `/${name}[${parent.values.length + 1}]`;
  return parent?.kind === 'map' ? `/${name}[@key=${JSON.stringify(parent.key)}]` : `/${name}`;
}
