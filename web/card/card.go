// Package card draws the picture that chats and wikis show with a link.
package card

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Card is what a picture says.
type Card struct {
	Title, Verdict, Text string
	Refused              bool
	// Steps lead from a source to the sink.
	Steps []Step
}

// Step is a node on that way.
type Step struct {
	Name     string
	Mode     []string
	Inserted bool
}

// The picture's size, and its margin.
const (
	width, height = 1200, 630
	margin        = 64
)

var (
	paper = color.RGBA{0xfd, 0xfd, 0xfb, 0xff}
	ink   = color.RGBA{0x1b, 0x1f, 0x24, 0xff}
	soft  = color.RGBA{0x55, 0x5c, 0x65, 0xff}
	edge  = color.RGBA{0x8b, 0x91, 0x99, 0xff}
	no    = color.RGBA{0xa8, 0x32, 0x1f, 0xff}
	ok    = color.RGBA{0x00, 0x67, 0x4a, 0xff}
	kinds = map[string][3]color.RGBA{
		"I":  {{0xd6, 0xf0, 0xe6, 0xff}, {0x00, 0x80, 0x5c, 0xff}, {0x00, 0x51, 0x3a, 0xff}},
		"UB": {{0xfd, 0xec, 0xc8, 0xff}, {0xb9, 0x7a, 0x00, 0xff}, {0x5f, 0x3f, 0x00, 0xff}},
		"UA": {{0xd8, 0xe8, 0xf6, 0xff}, {0x00, 0x68, 0xa3, 0xff}, {0x00, 0x44, 0x70, 0xff}},
		"D":  {{0xfb, 0xdf, 0xd0, 0xff}, {0xc2, 0x4f, 0x00, 0xff}, {0x7d, 0x2e, 0x00, 0xff}},
		"PD": {paper, {0xc2, 0x4f, 0x00, 0xff}, {0x7d, 0x2e, 0x00, 0xff}},
	}
)

var fonts = sync.OnceValues(func() (map[string]*opentype.Font, error) {
	out := map[string]*opentype.Font{}
	for name, ttf := range map[string][]byte{
		"sans": goregular.TTF, "bold": gobold.TTF, "mono": gomono.TTF, "monobold": gomonobold.TTF,
	} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, err
		}
		out[name] = f
	}
	return out, nil
})

type canvas struct {
	img   *image.RGBA
	faces map[string]font.Face
}

// Draw makes the picture as PNG.
func Draw(c Card) ([]byte, error) {
	all, err := fonts()
	if err != nil {
		return nil, err
	}
	cv := &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), faces: map[string]font.Face{}}
	for _, f := range []struct {
		name, font string
		size       float64
	}{{"brand", "monobold", 30}, {"title", "monobold", 46}, {"verdict", "bold", 30}, {"text", "sans", 30}, {"step", "monobold", 24}, {"kind", "monobold", 20}} {
		face, err := opentype.NewFace(all[f.font], &opentype.FaceOptions{Size: f.size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return nil, err
		}
		cv.faces[f.name] = face
	}
	cv.fill(cv.img.Bounds(), paper)
	cv.brand()
	y := 190
	cv.text("title", c.Title, margin, y, ink, width-2*margin)
	verdict := ok
	if c.Refused {
		verdict = no
	}
	cv.text("verdict", c.Verdict, margin, y+54, verdict, width-2*margin)
	y += 106
	for i, line := range cv.wrap("text", strings.ReplaceAll(c.Text, "`", ""), width-2*margin) {
		if i == 4 || i == 3 && len(c.Steps) > 0 {
			break
		}
		cv.text("text", line, margin, y, soft, width-2*margin)
		y += 40
	}
	cv.steps(c.Steps)
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&buf, cv.img); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

func (cv *canvas) fill(r image.Rectangle, c color.Color) {
	draw.Draw(cv.img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

func (cv *canvas) frame(r image.Rectangle, c color.Color, dashed bool) {
	for x := r.Min.X; x < r.Max.X; x++ {
		if dashed && x/8%2 == 1 {
			continue
		}
		cv.fill(image.Rect(x, r.Min.Y, x+1, r.Min.Y+2), c)
		cv.fill(image.Rect(x, r.Max.Y-2, x+1, r.Max.Y), c)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if dashed && y/8%2 == 1 {
			continue
		}
		cv.fill(image.Rect(r.Min.X, y, r.Min.X+2, y+1), c)
		cv.fill(image.Rect(r.Max.X-2, y, r.Max.X, y+1), c)
	}
}

func (cv *canvas) brand() {
	for i, k := range []string{"I", "UB", "UA", "D"} {
		x, y := margin+i%2*20, 64+i/2*20
		cv.fill(image.Rect(x, y, x+16, y+16), kinds[k][1])
	}
	cv.text("brand", "rowkind", margin+56, 93, ink, 400)
}

func (cv *canvas) measure(face, s string) int {
	return font.MeasureString(cv.faces[face], s).Ceil()
}

// text draws a line and returns where it ends; what does not fit is cut.
func (cv *canvas) text(face, s string, x, y int, c color.Color, room int) int {
	if cv.measure(face, s) > room {
		r := []rune(s)
		for len(r) > 0 && cv.measure(face, string(r)+"…") > room {
			r = r[:len(r)-1]
		}
		s = string(r) + "…"
	}
	d := font.Drawer{Dst: cv.img, Src: image.NewUniform(c), Face: cv.faces[face], Dot: fixed.P(x, y)}
	d.DrawString(s)
	return d.Dot.X.Ceil()
}

func (cv *canvas) wrap(face, s string, room int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(s) {
		if line != "" && cv.measure(face, line+" "+w) > room {
			lines = append(lines, line)
			line = w
			continue
		}
		line = strings.TrimSpace(line + " " + w)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// steps draws the last steps of the way along the foot: those next to the sink
// say most.
func (cv *canvas) steps(steps []Step) {
	const boxHeight, pad = 56, 16
	need := func(s []Step) int {
		w := 0
		for i, st := range s {
			w += min(cv.measure("step", st.Name), 300) + 2*pad
			if i < len(s)-1 {
				w += cv.modeWidth(st.Mode) + 40
			}
		}
		return w
	}
	for len(steps) > 1 && need(steps) > width-2*margin {
		steps = steps[1:]
	}
	x, y := margin, height-margin-boxHeight
	for i, st := range steps {
		w := min(cv.measure("step", st.Name), 300) + 2*pad
		r := image.Rect(x, y, x+w, y+boxHeight)
		cv.fill(r, color.White)
		c := edge
		if st.Inserted {
			c = ink
		}
		cv.frame(r, c, st.Inserted)
		cv.text("step", st.Name, x+pad, y+36, ink, 300)
		x += w
		if i == len(steps)-1 {
			break
		}
		end := x + cv.modeWidth(st.Mode) + 40
		cv.fill(image.Rect(x, y+boxHeight/2-1, end, y+boxHeight/2+1), edge)
		x += 20
		for _, k := range st.Mode {
			cs, known := kinds[k]
			if !known {
				continue
			}
			kw := cv.measure("kind", k) + 14
			b := image.Rect(x, y+14, x+kw, y+42)
			cv.fill(b, cs[0])
			cv.frame(b, cs[1], false)
			cv.text("kind", k, x+7, y+35, cs[2], kw)
			x += kw + 4
		}
		x = end
	}
}

func (cv *canvas) modeWidth(mode []string) int {
	w := 0
	for _, k := range mode {
		w += cv.measure("kind", k) + 18
	}
	return w
}
