"""A drawing with its past: each step can be taken back and brought again."""

from __future__ import annotations

from dataclasses import replace

from .sketch import Shape, Sketch


class Drawing:
    """The sketch at hand. A step is what one input did; what a hand is still pulling at is not a step yet."""

    def __init__(self, shape: Shape = Shape.CIRCLE) -> None:
        self._past: list[Sketch] = []
        self._future: list[Sketch] = []
        self._sketch = Sketch(shape)
        self._pulled_from: Sketch | None = None

    @property
    def sketch(self) -> Sketch:
        """What is drawn now."""
        return self._sketch

    @property
    def can_take_back(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_bring_back(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._future)

    @property
    def is_pulled(self) -> bool:
        """Whether a hand is pulling at it."""
        return self._pulled_from is not None

    def begin(self, sketch: Sketch) -> None:
        """Begin with a sketch; what was before is forgotten."""
        self._past, self._future, self._pulled_from = [], [], None
        self._sketch = sketch

    def go_on_with(self, sketch: Sketch) -> None:
        """Begin with a sketch that was put aside: its corners can be taken back as when they were set."""
        self.begin(sketch)
        empty = Sketch(sketch.shape)
        self._past = [] if sketch.is_empty else [empty]
        if sketch.shape is not Shape.FREEHAND:
            self._past += [replace(empty, vertices=sketch.vertices[:count]) for count in range(1, len(sketch.vertices))]
        if sketch.is_finished and sketch.vertices:
            self._past.append(replace(sketch, is_finished=False))

    def step(self, sketch: Sketch) -> bool:
        """Make a step; False if it changes nothing."""
        self._pulled_from = None
        if sketch == self._sketch:
            return False
        self._past.append(self._sketch)
        self._future.clear()
        self._sketch = sketch
        return True

    def pull(self, sketch: Sketch) -> None:
        """Show what a step would be, while a hand pulls."""
        if self._pulled_from is None:
            self._pulled_from = self._sketch
        self._sketch = sketch

    def let_go(self) -> bool:
        """The hand lets go: what it pulled is one step; False if it pulled nothing."""
        if self._pulled_from is None:
            return False
        before, after = self._pulled_from, self._sketch
        self._sketch = before
        return self.step(after)

    def take_back(self) -> bool:
        """Take the last step back; False if there is none."""
        self._put_back_pulled()
        if not self._past:
            return False
        self._future.append(self._sketch)
        self._sketch = self._past.pop()
        return True

    def bring_back(self) -> bool:
        """Make the step again that was taken back; False if there is none."""
        self._put_back_pulled()
        if not self._future:
            return False
        self._past.append(self._sketch)
        self._sketch = self._future.pop()
        return True

    def _put_back_pulled(self) -> None:
        if self._pulled_from is not None:
            self._sketch, self._pulled_from = self._pulled_from, None
