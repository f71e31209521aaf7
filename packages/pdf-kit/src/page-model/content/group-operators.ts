import type { ContentReader, Operators } from './content-reader.ts';

/** Operators that begin and end transparency groups (ISO 32000-2, 11.4.7 and 11.5). */
export function groupOperators(reader: ContentReader): Operators {
  return {
    beginGroup: ([group]) => {
      reader.save();
      // What makes a soft mask is not painted: it says where other things are.
      reader.mark(makesSoftMask(group) ? { invisible: true } : {});
      const { state } = reader;
      state.groupAlpha *= state.fillAlpha;
      state.groupMasked ||= state.masked;
      state.groupBlended ||= state.blended;
      state.fillAlpha = 1;
      state.strokeAlpha = 1;
      state.masked = false;
      state.blended = false;
    },
    endGroup: () => {
      reader.unmark();
      reader.restore();
    },
  };
}

function makesSoftMask(group: unknown): boolean {
  return typeof group === 'object' && group !== null && 'smask' in group && group.smask !== null;
}
