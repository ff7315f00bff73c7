import { type Instance, render, Static, Text, useAnimation, useCursor, useInput, usePaste } from "ink";
import { createElement as h, Fragment, type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { Style } from "../show/wrap.ts";
import type { Chat } from "./chat.ts";
import { type Frame, frame, type Size, stateOf } from "./frame.ts";
import { keystrokes } from "./keystrokes.ts";
import { belowTheTop, blankFrame } from "./reflow.ts";
import type { Snapshot, Printed } from "./screen.ts";

export interface Drawing {
  readonly chat: Chat;
  readonly title: string;
  readonly style: Style;
  readonly breaksRowsAnew: boolean;
}

export function drawChat(drawing: Drawing): Pick<Instance, "unmount" | "waitUntilExit"> {
  const { stdout } = process;
  let built: Frame | undefined;
  let drawn: Frame | undefined;
  let { columns, rows } = stdout;
  let beforeNext = "";
  const app = (size: Size | undefined) => h(App, { ...drawing, size, onFrame: (next) => (built = next) });
  const ink = render(app({ columns, rows }), {
    exitOnCtrlC: false,
    interactive: true,
    onRender: () => (drawn = built),
  });
  // Ink draws the old frame once more before it reports a new size: no frame is shown until then.
  const beforeInkDraws = () => {
    const smaller = stdout.columns < columns || stdout.rows < rows;
    ({ columns, rows } = stdout);
    if (smaller && drawn) {
      const broken = { columns: drawing.breaksRowsAnew ? columns : Infinity, rows };
      stdout.write(blankFrame(drawn, broken));
      beforeNext = belowTheTop(drawn, broken);
    }
    ink.rerender(app(undefined));
  };
  const afterInkDrew = () => {
    stdout.write(beforeNext);
    beforeNext = "";
    ink.rerender(app({ columns, rows }));
  };
  stdout.prependListener("resize", beforeInkDraws);
  stdout.on("resize", afterInkDrew);
  return {
    waitUntilExit: ink.waitUntilExit,
    unmount() {
      stdout.off("resize", beforeInkDraws);
      stdout.off("resize", afterInkDrew);
      ink.unmount();
    },
  };
}

interface AppProperties extends Omit<Drawing, "breaksRowsAnew"> {
  /** The size of the window; without it, nothing is drawn below the printed text. */
  readonly size: Size | undefined;
  readonly onFrame: (frame: Frame) => void;
}

/** The terminal side of a chat: keys go in, printed text goes to the scrollback, and the rest is redrawn each time. */
function App({ chat, ...live }: AppProperties): ReactNode {
  const snapshot = useSyncExternalStore(chat.screen.subscribe, chat.screen.snapshot);
  useInput((input, key) => {
    for (const keystroke of keystrokes(input, key)) chat.press(keystroke);
  });
  usePaste(chat.paste);
  return h(
    Fragment,
    null,
    h(Static<Printed>, { items: snapshot.printed, children: ({ key, text }) => h(Text, { key, wrap: "hard" }, text) }),
    snapshot.closed ? null : h(Live, { snapshot, ...live }),
  );
}

const NO_FRAME: Frame = { rows: [], cursor: { x: 0, y: 0 } };

type LiveProperties = Omit<AppProperties, "chat"> & { readonly snapshot: Snapshot };

function Live({ snapshot, title, style, size, onFrame }: LiveProperties): ReactNode {
  const { setCursorPosition } = useCursor();
  const seconds = useSeconds(snapshot);
  const live = size ? frame({ ...snapshot, title, seconds }, size, style) : NO_FRAME;
  setCursorPosition(live.cursor);
  onFrame(live);
  return h(Text, { wrap: "truncate" }, live.rows.join("\n"));
}

function useSeconds({ view, busyWith }: Snapshot): number {
  const state = busyWith ?? stateOf(view);
  const { time, reset } = useAnimation({ interval: 1000, isActive: view.working || busyWith !== undefined });
  useEffect(reset, [state, reset]);
  return Math.floor(time / 1000);
}
