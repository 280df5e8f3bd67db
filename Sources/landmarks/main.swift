await Landmarks.main()
