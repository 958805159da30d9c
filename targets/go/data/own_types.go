package data

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
)

// typeSpec is a type of the neutral schema (src/data/schema.ts), as far as it says which Go type that is.
type typeSpec struct {
	Kind        string
	Items       *typeSpec
	Fields      []fieldSpec
	OrderVaries bool
	Branches    []typeSpec
}

type fieldSpec struct {
	Name     string
	Type     typeSpec
	Optional bool
}

// anything holds what no Go type tells: several kinds of value, objects whose keys are data.
var anything = reflect.TypeFor[any]()

// tellable are the names that all encoders take from a tag as they stand.
var tellable = regexp.MustCompile(`^[\p{L}\p{N}_$@#./ -]+$`)

// goType is what somebody would declare by hand: structs with fields in their order, pointers for what may be absent
// or null.
func (s typeSpec) goType() reflect.Type {
	switch s.Kind {
	case "boolean":
		return reflect.TypeFor[bool]()
	case "integer":
		return reflect.TypeFor[int64]()
	case "double":
		return reflect.TypeFor[float64]()
	case "string":
		return reflect.TypeFor[string]()
	case "array":
		return reflect.SliceOf(s.Items.goType())
	case "record":
		return s.structType()
	case "union":
		if len(s.Branches) == 2 && s.Branches[0].Kind == "null" {
			return pointerTo(s.Branches[1].goType())
		}
	}
	return anything
}

// pointerTo is t where that can be nil already.
func pointerTo(t reflect.Type) reflect.Type {
	if t == anything || t.Kind() == reflect.Pointer {
		return t
	}
	return reflect.PointerTo(t)
}

func (s typeSpec) structType() reflect.Type {
	isStruct := !s.OrderVaries && !slices.ContainsFunc(s.Fields, func(f fieldSpec) bool {
		return !tellable.MatchString(f.Name) || f.Name == "-" || f.Optional && f.Type.mayBeNull()
	})
	if !isStruct {
		return anything
	}
	fields := make([]reflect.StructField, len(s.Fields))
	for i, field := range s.Fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: field.Type.goType()}
		tag := field.Name
		if field.Optional {
			fields[i].Type = pointerTo(fields[i].Type)
			tag += ",omitempty"
		}
		fields[i].Tag = reflect.StructTag("json:" + strconv.Quote(tag))
	}
	return reflect.PointerTo(reflect.StructOf(fields))
}

func (s typeSpec) mayBeNull() bool {
	return s.Kind == "null" || slices.ContainsFunc(s.Branches, typeSpec.mayBeNull)
}

// readValue reads JSON into the Go type of its schema.
func readValue(text []byte, spec typeSpec) (reflect.Value, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := readAny(decoder)
	if err != nil {
		return reflect.Value{}, err
	}
	into := reflect.New(spec.goType()).Elem()
	return into, fill(into, value, spec)
}

// readAny keeps the order of keys.
func readAny(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			return readArray(decoder)
		}
		return readObject(decoder)
	case json.Number:
		return number(token.String())
	}
	return token, nil
}

func readArray(decoder *json.Decoder) (any, error) {
	values := []any{}
	for decoder.More() {
		value, err := readAny(decoder)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	_, err := decoder.Token()
	return values, err
}

func readObject(decoder *json.Decoder) (any, error) {
	members := object{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		value, err := readAny(decoder)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key.(string), value})
	}
	_, err := decoder.Token()
	return members, err
}

// mostExact is the largest whole number up to which JavaScript has all: beyond, values are its doubles.
const mostExact = 1<<53 - 1

func number(text string) (any, error) {
	whole, err := strconv.ParseInt(text, 10, 64)
	if err == nil && whole >= -mostExact && whole <= mostExact && text != "-0" {
		return whole, nil
	}
	return strconv.ParseFloat(text, 64)
}

func fill(into reflect.Value, value any, spec typeSpec) error {
	switch {
	case into.Type() == anything:
		if value != nil {
			into.Set(reflect.ValueOf(value))
		}
		return nil
	case spec.Kind == "record":
		return fillStruct(into, value, spec)
	case spec.Kind == "union":
		if value == nil {
			return nil
		}
		return fillPointed(into, value, spec.Branches[1])
	case spec.Kind == "array":
		values, isArray := value.([]any)
		if !isArray {
			return unlike(value, spec)
		}
		into.Set(reflect.MakeSlice(into.Type(), len(values), len(values)))
		for i, each := range values {
			if err := fill(into.Index(i), each, *spec.Items); err != nil {
				return err
			}
		}
		return nil
	case spec.Kind == "double":
		if whole, isWhole := value.(int64); isWhole {
			value = float64(whole)
		}
	}
	if value == nil || reflect.TypeOf(value) != into.Type() {
		return unlike(value, spec)
	}
	into.Set(reflect.ValueOf(value))
	return nil
}

// fillPointed fills what stands behind a pointer, which is nil where there is no value.
func fillPointed(into reflect.Value, value any, spec typeSpec) error {
	if into.Type() == spec.goType() {
		return fill(into, value, spec)
	}
	into.Set(reflect.New(into.Type().Elem()))
	return fill(into.Elem(), value, spec)
}

func fillStruct(into reflect.Value, value any, spec typeSpec) error {
	members, isObject := value.(object)
	if !isObject {
		return unlike(value, spec)
	}
	into.Set(reflect.New(into.Type().Elem()))
	for _, member := range members {
		i := slices.IndexFunc(spec.Fields, func(f fieldSpec) bool { return f.Name == member.key })
		if i < 0 {
			return fmt.Errorf("the schema has no %q", member.key)
		}
		field, of := into.Elem().Field(i), spec.Fields[i]
		filled := fill
		if of.Optional {
			filled = fillPointed
		}
		if err := filled(field, member.value, of.Type); err != nil {
			return err
		}
	}
	return nil
}

func unlike(value any, spec typeSpec) error {
	return fmt.Errorf("a %s was described, and there is %v", spec.Kind, value)
}
