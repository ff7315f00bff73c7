import { type Instance, render, Static, Text, useAnimation, useCursor, useInput, usePaste, useWindowSize } from "ink";
import process from "node:process";
import { createElement as h, Fragment, type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { Style } from "../show/style.ts";
import type { Chat } from "./chat.ts";
import { type Frame, frame, stateOf } from "./frame.ts";
import { keystrokes } from "./keystrokes.ts";
import { blankFrame } from "./reflow.ts";
import type { Snapshot } from "./screen.ts";
import type { Printed } from "./scrollback.ts";

export interface Drawing {
  readonly chat: Chat;
  /** Who works and who watches. */
  readonly title: string;
  readonly style: Style;
  /** The terminal breaks long rows anew when it gets narrower. */
  readonly breaksRowsAnew: boolean;
}

/** Draws a chat on this terminal until it is told to stop. */
export function drawChat(drawing: Drawing): Pick<Instance, "unmount" | "waitUntilExit"> {
  const { stdout } = process;
  let built: Frame | undefined;
  let drawn: Frame | undefined;
  let { columns, rows } = stdout;
  const beforeInkErases = () => {
    const smaller = stdout.columns < columns || stdout.rows < rows;
    ({ columns, rows } = stdout);
    if (smaller && drawn) stdout.write(blankFrame(drawn, drawing.breaksRowsAnew ? columns : Infinity));
  };
  const ink = render(h(App, { ...drawing, onFrame: (next) => (built = next) }), {
    exitOnCtrlC: false,
    interactive: true,
    onRender: () => (drawn = built),
  });
  stdout.prependListener("resize", beforeInkErases);
  return {
    waitUntilExit: ink.waitUntilExit,
    unmount() {
      stdout.off("resize", beforeInkErases);
      ink.unmount();
    },
  };
}

interface AppProperties extends Omit<Drawing, "breaksRowsAnew"> {
  readonly onFrame: (frame: Frame) => void;
}

/** The terminal's side of a chat: keys go in, printed text goes to the scrollback, the rest is drawn anew each time. */
function App({ chat, ...live }: AppProperties): ReactNode {
  const snapshot = useSyncExternalStore(chat.screen.subscribe, chat.screen.snapshot);
  useInput((input, key) => {
    for (const keystroke of keystrokes(input, key)) chat.press(keystroke);
  });
  usePaste(chat.paste);
  return h(
    Fragment,
    null,
    h(Static<Printed>, {
      items: snapshot.printed,
      children: ({ key, text }) => h(Text, { key, wrap: "hard" }, text),
    }),
    snapshot.closed ? null : h(Live, { snapshot, ...live }),
  );
}

function Live({ snapshot, title, style, onFrame }: Omit<AppProperties, "chat"> & { snapshot: Snapshot }): ReactNode {
  const size = useWindowSize();
  const { setCursorPosition } = useCursor();
  const seconds = useSeconds(snapshot);
  const live = frame({ ...snapshot, title, seconds }, size, style);
  setCursorPosition(live.cursor);
  onFrame(live);
  return h(Text, { wrap: "truncate" }, live.rows.join("\n"));
}

/** How long the present state lasts. */
function useSeconds({ view, busyWith }: Snapshot): number {
  const state = busyWith ?? stateOf(view);
  const { time, reset } = useAnimation({ interval: 1000, isActive: view.working || busyWith !== undefined });
  useEffect(reset, [state, reset]);
  return Math.floor(time / 1000);
}
