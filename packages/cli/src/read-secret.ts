import type { ReadStream } from 'node:tty';

const keys = {
  enter: '\r',
  lineFeed: '\n',
  endOfText: '\u0003',
  endOfFile: '\u0004',
  backspace: '\b',
  rubOut: '\u007f',
};

/** A terminal's keyboard, as far as it is used here. */
export type Keyboard = Pick<ReadStream, 'setRawMode' | 'setEncoding' | 'on' | 'off' | 'resume' | 'pause'>;

/**
 * Reads a line that is not shown while it is typed. Resolves to null for an empty line, at the end of the input, and for Ctrl-C, which
 * `interrupt` is called for: while keys are read one by one, the terminal sends no signal for it.
 */
export function readSecret(keyboard: Keyboard, interrupt: () => void): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let typed = '';
  const end = (result: string | null) => {
    keyboard.off('data', take);
    keyboard.off('end', give);
    keyboard.setRawMode(false);
    keyboard.pause();
    resolve(result === '' ? null : result);
  };
  const give = () => end(null);
  const take = (text: string) => {
    for (const key of text) {
      if (key === keys.enter || key === keys.lineFeed) return end(typed);
      if (key === keys.endOfFile) return end(null);
      if (key === keys.endOfText) {
        end(null);
        return interrupt();
      }
      if (key === keys.backspace || key === keys.rubOut) typed = [...typed].slice(0, -1).join('');
      else if (key >= ' ') typed += key;
    }
  };
  keyboard.setEncoding('utf8');
  keyboard.setRawMode(true);
  keyboard.on('data', take);
  keyboard.on('end', give);
  keyboard.resume();
  return promise;
}
